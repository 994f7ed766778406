-- Since when each boot of each machine is known, so that a restart of the detector does not make it look new.
CREATE TABLE boot (
    node_uid   text        NOT NULL,
    boot_id    text        NOT NULL,
    since      timestamptz NOT NULL, -- what happened from then on happened in this boot
    renewed_at timestamptz NOT NULL DEFAULT now(), -- when a replica last saw it run
    PRIMARY KEY (node_uid, boot_id)
);
CREATE INDEX boot_by_age ON boot (renewed_at);
