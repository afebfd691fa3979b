-- The processes of the installation, and when each was last seen. They belong to no client, so there is no client_id.
-- Times are those of the database, because the clock of a process can be wrong.
CREATE TABLE process_heartbeat (
  id             uuid PRIMARY KEY,
  -- Host and process id.
  name           text NOT NULL,
  -- Whether it does background work.
  is_worker      boolean NOT NULL,
  started_at     timestamptz NOT NULL,
  seen_at        timestamptz NOT NULL,
  -- The clock of the process minus that of the database; null until it is measured.
  clock_ahead_ms integer,
  -- Since when the two clocks differ too much.
  skewed_since   timestamptz
);
