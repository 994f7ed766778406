-- Who else waits for a spare, and which nodes were taken out lately.
ALTER TABLE incident
    ADD COLUMN waits_for_spare boolean NOT NULL DEFAULT false, -- a spare is all that it waits for
    ADD COLUMN took_node_out   boolean NOT NULL DEFAULT false, -- its node was in quarantine for it
    ADD COLUMN ended_at        timestamptz;                    -- null while it is open
CREATE INDEX incident_out_by_node ON incident (node, ended_at) WHERE took_node_out;
CREATE INDEX incident_out_by_uid ON incident (node_uid, ended_at) WHERE took_node_out;
