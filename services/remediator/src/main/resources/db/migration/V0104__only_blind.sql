-- Whether all that an incident tells is that a source of its node is blind.
ALTER TABLE incident ADD COLUMN only_blind boolean NOT NULL DEFAULT false;
