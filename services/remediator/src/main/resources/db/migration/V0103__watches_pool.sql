-- Who is looked at again when another node of its pool changes; all, until their next step.
ALTER TABLE incident
    ADD COLUMN watches_pool boolean NOT NULL DEFAULT true;
