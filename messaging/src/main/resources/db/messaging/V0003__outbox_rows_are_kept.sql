-- Rows stay for a while, so that they can be sent again when the replication slot is lost with what it had not sent.
-- seq: order in which rows of one key were written, for the sending again. It is the key, since an event whose id follows
-- from its source is written a second time when it is read a second time.
ALTER TABLE outbox DROP CONSTRAINT outbox_pkey;
ALTER TABLE outbox ADD COLUMN seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY;
CREATE INDEX outbox_by_age ON outbox (created_at, seq);

-- Youngest row that was ever removed: whoever sends the rest again knows by it whether anything is missing.
CREATE TABLE outbox_removed (
    one   boolean PRIMARY KEY DEFAULT true CHECK (one),
    until timestamptz NOT NULL
);

-- The connector reads both; bootstrap.sql makes its role and does this too.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'outbox_relay') THEN
    GRANT SELECT ON outbox, outbox_removed TO outbox_relay;
  END IF;
END $$;
