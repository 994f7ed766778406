-- One message to one recipient by one channel; told only once for each event.
CREATE TABLE delivery (
    id          uuid PRIMARY KEY,          -- follows from event_id, channel and recipient
    event_id    uuid        NOT NULL,
    incident_id uuid,
    cluster     text        NOT NULL,
    node        text        NOT NULL,
    occurred_at timestamptz NOT NULL,
    audience    text        NOT NULL CHECK (audience IN ('OWNER', 'OPERATORS')),
    route       text        NOT NULL,
    channel     text        NOT NULL CHECK (channel IN ('EMAIL', 'WEBHOOK')),
    recipient   text        NOT NULL,
    type        text        NOT NULL,
    title       text        NOT NULL,
    body_text   text        NOT NULL,
    body_html   text        NOT NULL,
    data        text        NOT NULL,      -- JSON object
    created_at  timestamptz NOT NULL,
    state       text        NOT NULL CHECK (state IN ('PENDING', 'DELIVERED', 'FAILED')),
    attempts    int         NOT NULL,      -- made and recorded
    ended_at    timestamptz,
    reason      text,                      -- of a failure
    UNIQUE (event_id, recipient, channel),
    CHECK ((state = 'PENDING') = (ended_at IS NULL)),
    CHECK ((state = 'FAILED') = (reason IS NOT NULL))
);
CREATE INDEX delivery_pending ON delivery (route) WHERE state = 'PENDING';
CREATE INDEX delivery_by_end ON delivery (ended_at) WHERE ended_at IS NOT NULL;

-- What the operators were told of an incident, so that a storm becomes a few messages.
CREATE TABLE told (
    group_id   uuid PRIMARY KEY,           -- incident, or the event where there is none
    state      text        NOT NULL,       -- JSON
    updated_at timestamptz NOT NULL
);
CREATE INDEX told_by_age ON told (updated_at);
