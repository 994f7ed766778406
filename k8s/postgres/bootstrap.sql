-- Roles, schemas and the publication of Medevac. Safe to run again: it makes what is missing and sets the passwords.
-- Run it as a superuser, with logical decoding on (wal_level = logical), PostgreSQL 15 or newer:
--
--   psql -v ON_ERROR_STOP=1 -v detector_password=… -v remediator_password=… -v slurm_bridge_password=… \
--        -v notifier_password=… -v outbox_relay_password=… -v registry_password=… -f bootstrap.sql
--
-- The launcher and the tests run this very file. Beside plain SQL it uses only :'variable', \gexec and \connect.

-- What fails must not put its password into the server's log.
SET log_min_error_statement = panic;
SET log_statement = 'none';

-- One role a service, named like its schema; one for the connector; one for the schema registry.
SELECT format('CREATE ROLE %I', name)
  FROM unnest(ARRAY['detector', 'remediator', 'slurm_bridge', 'notifier', 'outbox_relay', 'registry']) AS name
 WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name)
\gexec

ALTER ROLE detector LOGIN PASSWORD :'detector_password';
ALTER ROLE remediator LOGIN PASSWORD :'remediator_password';
ALTER ROLE slurm_bridge LOGIN PASSWORD :'slurm_bridge_password';
ALTER ROLE notifier LOGIN PASSWORD :'notifier_password';
ALTER ROLE outbox_relay LOGIN REPLICATION PASSWORD :'outbox_relay_password';
ALTER ROLE registry LOGIN PASSWORD :'registry_password';

-- The registry keeps the schema ids, without which no record can be read: a database of its own.
SELECT 'CREATE DATABASE medevac' WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'medevac')
\gexec
SELECT 'CREATE DATABASE registry OWNER registry' WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'registry')
\gexec

REVOKE ALL ON DATABASE medevac FROM PUBLIC;
REVOKE ALL ON DATABASE registry FROM PUBLIC;
GRANT CONNECT ON DATABASE medevac TO detector, remediator, slurm_bridge, notifier, outbox_relay;

ALTER ROLE detector IN DATABASE medevac SET search_path = detector;
ALTER ROLE remediator IN DATABASE medevac SET search_path = remediator;
ALTER ROLE slurm_bridge IN DATABASE medevac SET search_path = slurm_bridge;
ALTER ROLE notifier IN DATABASE medevac SET search_path = notifier;

\connect medevac

REVOKE ALL ON SCHEMA public FROM PUBLIC;
CREATE SCHEMA IF NOT EXISTS detector AUTHORIZATION detector;
CREATE SCHEMA IF NOT EXISTS remediator AUTHORIZATION remediator;
CREATE SCHEMA IF NOT EXISTS slurm_bridge AUTHORIZATION slurm_bridge;
CREATE SCHEMA IF NOT EXISTS notifier AUTHORIZATION notifier;

-- The connector reads the outbox tables themselves when it must send again. The services make them, and grant this, when they
-- start; here for those that are there already.
GRANT USAGE ON SCHEMA detector, remediator, slurm_bridge, notifier TO outbox_relay;
SELECT format('GRANT SELECT ON %I.%I TO outbox_relay', schemaname, tablename)
  FROM pg_tables
 WHERE schemaname IN ('detector', 'remediator', 'slurm_bridge', 'notifier') AND tablename IN ('outbox', 'outbox_removed')
\gexec

-- Whole schemas, since each service makes its outbox table later, when it starts. Inserts only: an outbox row is never
-- changed, and its removal is of no interest to anybody.
SELECT 'CREATE PUBLICATION medevac_outbox FOR TABLES IN SCHEMA detector, remediator, slurm_bridge, notifier '
       'WITH (publish = ''insert'')'
 WHERE NOT EXISTS (SELECT FROM pg_publication WHERE pubname = 'medevac_outbox')
\gexec

-- No replication slot: the connector makes it, in one step with reading what the tables hold. One made here after a loss would
-- hide that loss.
