-- The reason of each Slurm node that others closed, as it was told last.
CREATE TABLE closed_node (
    slurm_node text PRIMARY KEY,
    reason     text        NOT NULL,
    set_at     timestamptz NOT NULL -- 1970 where Slurm does not say when
);
