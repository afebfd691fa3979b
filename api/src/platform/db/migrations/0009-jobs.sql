-- Work outside of requests: schedules plan runs, workers lease them, and runs hand messages to people.
-- Times come from the processes, not from the database's clock. On Citus these tables stay local.

CREATE TABLE schedule (
  id             uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind           text NOT NULL,
  -- What is scheduled: the id of an alert, say; 'system' for the product's own work.
  owner_id       text NOT NULL,
  client_id      integer,
  -- SlotRule of platform/jobs/slots.ts.
  rule           jsonb NOT NULL,
  -- IANA name.
  time_zone      text NOT NULL,
  is_active      boolean NOT NULL,
  -- The first slot that was not planned. The key survives a change of the zone, the instant does not.
  next_slot_key  text NOT NULL,
  next_slot_at   timestamptz NOT NULL,
  -- When the next slot was computed; later than now only after the clock was set back.
  planned_at     timestamptz NOT NULL,
  version        integer NOT NULL DEFAULT 1,
  UNIQUE (kind, owner_id)
);
CREATE INDEX schedule_due ON schedule (next_slot_at) WHERE is_active;

CREATE TABLE job_run (
  id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind          text NOT NULL,
  owner_id      text NOT NULL,
  client_id     integer,
  -- A local date, or an instant, or any other name of what may happen only once.
  slot_key      text NOT NULL,
  slot_at       timestamptz NOT NULL,
  -- Slots before this one that got no run because no worker ran.
  missed_slots  integer NOT NULL DEFAULT 0,
  state         text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'done', 'failed', 'skipped')),
  attempts      integer NOT NULL DEFAULT 0,
  -- Not before this.
  next_at       timestamptz NOT NULL,
  -- Made at each lease: a worker that lost its lease cannot complete the run.
  lease_token   uuid,
  leased_until  timestamptz,
  -- Of the last attempt; the reason of a skipped run.
  error         text,
  result        jsonb,
  created_at    timestamptz NOT NULL,
  started_at    timestamptz,
  finished_at   timestamptz,
  UNIQUE (kind, owner_id, slot_key),
  CHECK ((state = 'running') = (lease_token IS NOT NULL)),
  CHECK ((state = 'running') = (leased_until IS NOT NULL)),
  CHECK ((state IN ('done', 'failed', 'skipped')) = (finished_at IS NOT NULL))
);
CREATE INDEX job_run_due ON job_run (kind, next_at) WHERE state = 'queued';
CREATE INDEX job_run_leased ON job_run (leased_until) WHERE state = 'running';
CREATE INDEX job_run_finished ON job_run (kind, finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX job_run_failed ON job_run (slot_at) WHERE state = 'failed';
CREATE INDEX job_run_recent ON job_run (slot_at DESC, id);

-- The run that sends a mail, of kind 'mail', knows when it is due.
DROP INDEX outbox_mail_due;
INSERT INTO job_run (kind, owner_id, slot_key, slot_at, state, attempts, next_at, error, created_at, finished_at)
SELECT 'mail', id::text, 'send', created_at, status, attempts, next_at, last_error, created_at,
       CASE status WHEN 'failed' THEN next_at END
FROM outbox_mail
WHERE status IN ('queued', 'failed');

ALTER TABLE outbox_mail
  DROP COLUMN attempts,
  DROP COLUMN next_at,
  -- {name: value}, such as List-Unsubscribe.
  ADD COLUMN headers jsonb,
  -- What may be mailed only once, such as a run and a recipient.
  ADD COLUMN unique_key text UNIQUE,
  ADD COLUMN message_id text UNIQUE;
UPDATE outbox_mail SET message_id = '<outbox-' || id || '@localhost>';
ALTER TABLE outbox_mail ALTER COLUMN message_id SET NOT NULL;
CREATE INDEX outbox_mail_created ON outbox_mail (created_at);

-- What a run hands to somebody. A mail's run sends it; the row tells how that went.
CREATE TABLE delivery (
  id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  run_id          uuid NOT NULL REFERENCES job_run ON DELETE CASCADE,
  client_id       integer,
  -- An address, or the id of what receives it.
  recipient       text NOT NULL,
  channel         text NOT NULL CHECK (channel IN ('mail', 'webhook')),
  state           text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'failed')),
  attempts        integer NOT NULL DEFAULT 0,
  -- Of a webhook; a mail's run has its own.
  next_at         timestamptz,
  outbox_mail_id  bigint REFERENCES outbox_mail ON DELETE SET NULL,
  message_id      text UNIQUE,
  last_error      text,
  -- What the receiver answered.
  response        text,
  created_at      timestamptz NOT NULL,
  UNIQUE (run_id, recipient, channel)
);
CREATE INDEX delivery_mail ON delivery (outbox_mail_id) WHERE outbox_mail_id IS NOT NULL;
