-- Rows are inserted and deleted in one transaction: Debezium reads the insert from the write-ahead log,
-- the table stays empty. Column names are those of Debezium's outbox event router.
CREATE TABLE outbox (
    id            uuid PRIMARY KEY,
    aggregatetype text        NOT NULL, -- topic
    aggregateid   text        NOT NULL, -- record key <cluster>/<node>
    type          text        NOT NULL, -- event type, full record name
    payload       bytea       NOT NULL, -- Confluent wire format
    ce_source     text        NOT NULL,
    ce_time       text        NOT NULL,
    ce_subject    text        NOT NULL,
    traceparent   text,
    created_at    timestamptz NOT NULL DEFAULT now()
);

-- Events this service has taken into its state, so that a repeated one changes nothing.
CREATE TABLE processed_event (
    event_id     uuid PRIMARY KEY,
    processed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX processed_event_by_age ON processed_event (processed_at);
