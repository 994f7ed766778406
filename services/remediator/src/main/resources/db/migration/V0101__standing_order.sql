-- What persons have ordered until they lift it: the pause of the whole cluster, the hold of a node.
CREATE TABLE standing_order (
    scope    text PRIMARY KEY,     -- the node; * for the whole cluster
    operator text        NOT NULL, -- user@host
    reason   text        NOT NULL, -- empty when not given
    since    timestamptz NOT NULL
);
