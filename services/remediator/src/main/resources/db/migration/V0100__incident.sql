-- The incidents. body is the whole of one; the other columns are what others find it by.
CREATE TABLE incident (
    id             uuid PRIMARY KEY,
    node           text        NOT NULL,
    pool           text,
    state          text        NOT NULL,
    open           boolean     NOT NULL,
    in_flight      boolean     NOT NULL, -- takes a slot of its pool
    waits_for_slot boolean     NOT NULL, -- the budget is all that holds it
    replacement    text,                 -- node it has picked
    node_uid       text,
    boot_id        text,
    takes_node_out boolean     NOT NULL, -- its worst fault needs the node out
    opened_at      timestamptz NOT NULL,
    body           text        NOT NULL
);
CREATE INDEX incident_open ON incident (pool) WHERE open;
CREATE INDEX incident_by_node ON incident (node);
