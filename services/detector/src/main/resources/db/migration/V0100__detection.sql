-- How far each kernel log has been taken in, and what its lines told so far.
CREATE TABLE log_progress (
    stream text   NOT NULL, -- file:<path> or kafka:<topic>/<partition>
    node   text   NOT NULL,
    origin text   NOT NULL, -- the exact source: file and identity, topic and partition
    next   bigint NOT NULL, -- position of the first line not taken in
    state  text   NOT NULL, -- KernelLogState as JSON
    PRIMARY KEY (stream, node)
);
CREATE INDEX log_progress_by_node ON log_progress (node);

-- Incidents. An unknown part of the machine is the empty string, so that it takes part in the unique index.
CREATE TABLE incident (
    id          uuid PRIMARY KEY,
    node        text        NOT NULL,
    node_uid    text        NOT NULL,
    boot_id     text        NOT NULL,
    occurrences int         NOT NULL,
    opened_at   timestamptz NOT NULL DEFAULT now(),
    closed_at   timestamptz
);
CREATE UNIQUE INDEX incident_one_open_per_boot ON incident (node, node_uid, boot_id) WHERE closed_at IS NULL;

-- Signals whose boot Kubernetes has not shown yet.
CREATE TABLE waiting_signal (
    id   uuid PRIMARY KEY,
    seq  bigint GENERATED ALWAYS AS IDENTITY,
    node text NOT NULL,
    body text NOT NULL -- WaitingSignal as JSON
);
CREATE INDEX waiting_signal_by_node ON waiting_signal (node, seq);
