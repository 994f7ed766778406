-- What the findings of an incident tell together, as JSON.
ALTER TABLE incident ADD COLUMN dossier text NOT NULL DEFAULT '{"entries":[],"gpus":[],"uses":[],"uncounted":0}';

-- What sources that are no logs are remembered by from one look to the next.
CREATE TABLE source_state (
    key     text PRIMARY KEY,
    version bigint NOT NULL, -- how often it was stored
    body    text   NOT NULL  -- in the words of the source's adapter
);

-- The form of waiting signals is another one; no released version has written the former.
DELETE FROM waiting_signal;
