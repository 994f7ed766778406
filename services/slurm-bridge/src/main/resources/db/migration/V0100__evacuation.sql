-- One row an incident. The state is read and written as a whole; the other columns are what is searched by.
CREATE TABLE evacuation (
    incident uuid PRIMARY KEY,
    node     text    NOT NULL, -- faulty Kubernetes node
    open     boolean NOT NULL,
    state    text    NOT NULL  -- JSON
);
CREATE INDEX evacuation_open_by_node ON evacuation (node) WHERE open;
