-- Replicas of the detector that are alive: they share the exporters to scrape.
CREATE TABLE replica (
    id      text PRIMARY KEY,
    seen_at timestamptz NOT NULL
);
