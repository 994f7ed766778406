-- Keys that are due at a time. A replica works on a key only while it holds the lease.
CREATE TABLE work_item (
    queue        text        NOT NULL,
    key          text        NOT NULL,
    due_at       timestamptz NOT NULL,
    version      bigint      NOT NULL DEFAULT 0, -- counts schedulings: one that comes during the work is not lost
    failures     int         NOT NULL DEFAULT 0, -- in a row
    leased_by    uuid,
    leased_until timestamptz,
    PRIMARY KEY (queue, key)
);
CREATE INDEX work_item_by_due ON work_item (queue, due_at);
