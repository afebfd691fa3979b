CREATE TABLE activity_report_config (
  id                 uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Whose clients, fields and columns the report uses.
  owner_id           integer NOT NULL REFERENCES app_user,
  -- Of the contact. Also of the report, unless its filters name clients or communities.
  client_id          integer NOT NULL,
  community_id       integer,
  email              text NOT NULL,
  first_name         text NOT NULL,
  last_name          text NOT NULL,
  -- 1 individual, 2 consolidated, 3 webhook.
  report_type        smallint NOT NULL,
  -- M, T, W, TH, F.
  send_days          text[] NOT NULL,
  time_zone          text NOT NULL,
  is_aggregated      boolean NOT NULL DEFAULT false,
  includes_quality   boolean NOT NULL DEFAULT true,
  has_attachment     boolean NOT NULL DEFAULT false,
  is_disabled        boolean NOT NULL DEFAULT false,
  filters            jsonb NOT NULL DEFAULT '[]',
  -- Activity types; none means all.
  indices            text[] NOT NULL DEFAULT '{}',
  -- The report is about activities that became available since this. Raised to the cursor when the filters change, and
  -- to the present when a disabled report is enabled.
  available_from     timestamptz NOT NULL,
  -- Activities that occurred before are never sent; null for no limit.
  occurred_from      timestamptz,
  -- The end of the last run's period; null before the first run.
  cursor             timestamptz,
  last_sent_at       timestamptz,
  -- Webhook messages that failed for good since the last success.
  failed_messages    smallint NOT NULL DEFAULT 0,
  webhook_paused_at  timestamptz,
  version            integer NOT NULL DEFAULT 1,
  created_at         timestamptz NOT NULL,
  created_by         integer NOT NULL REFERENCES app_user,
  updated_at         timestamptz NOT NULL,
  updated_by         integer NOT NULL REFERENCES app_user,
  deleted_at         timestamptz
);
CREATE INDEX activity_report_config_owner ON activity_report_config (owner_id) WHERE deleted_at IS NULL;
CREATE INDEX activity_report_config_client ON activity_report_config (client_id) WHERE deleted_at IS NULL;

-- The rows of job_run are deleted earlier.
CREATE TABLE activity_report_run (
  id                uuid PRIMARY KEY,
  config_id         uuid NOT NULL REFERENCES activity_report_config ON DELETE CASCADE,
  client_id         integer NOT NULL,
  owner_id          integer NOT NULL REFERENCES app_user,
  -- The local date of a scheduled run; another name for one that was started by hand.
  slot              text NOT NULL,
  is_manual         boolean NOT NULL,
  -- As they were at the run.
  email             text NOT NULL,
  first_name        text NOT NULL,
  last_name         text NOT NULL,
  report_type       smallint NOT NULL,
  send_days         text[] NOT NULL,
  time_zone         text NOT NULL,
  is_aggregated     boolean NOT NULL,
  includes_quality  boolean NOT NULL,
  filters           jsonb NOT NULL,
  indices           text[] NOT NULL,
  -- From the first, before the second.
  period_from       timestamptz NOT NULL,
  period_to         timestamptz NOT NULL,
  total             integer NOT NULL,
  client_ids        integer[] NOT NULL,
  -- The part of `total` of each of these clients.
  client_counts     integer[] NOT NULL,
  run_at            timestamptz NOT NULL,
  UNIQUE (config_id, slot)
);
CREATE INDEX activity_report_run_owner ON activity_report_run (owner_id, run_at DESC);
CREATE INDEX activity_report_run_run_at ON activity_report_run (run_at DESC);

-- What was sent to a contact: no activity is sent twice.
CREATE TABLE activity_report_activity (
  config_id    uuid NOT NULL REFERENCES activity_report_config ON DELETE CASCADE,
  client_id    integer NOT NULL,
  activity_id  bigint NOT NULL,
  run_id       uuid NOT NULL REFERENCES activity_report_run ON DELETE CASCADE,
  PRIMARY KEY (config_id, client_id, activity_id)
);
CREATE INDEX activity_report_activity_run ON activity_report_activity (run_id);

-- Where a client receives webhook messages. Secrets are encrypted: they sign, so their hash is of no use.
CREATE TABLE client_webhook (
  client_id          integer PRIMARY KEY,
  url                text NOT NULL DEFAULT '',
  secret             bytea,
  secret_created_at  timestamptz,
  previous_secret    bytea,
  previous_until     timestamptz,
  version            integer NOT NULL DEFAULT 1,
  updated_at         timestamptz NOT NULL,
  updated_by         integer REFERENCES app_user
);

-- A run can hand several messages to one recipient.
ALTER TABLE delivery
  ADD COLUMN item text NOT NULL DEFAULT '',
  -- Of a webhook.
  ADD COLUMN response_status smallint,
  ADD COLUMN sent_at timestamptz;
ALTER TABLE delivery DROP CONSTRAINT delivery_run_id_recipient_channel_key;
ALTER TABLE delivery ADD CONSTRAINT delivery_once UNIQUE (run_id, recipient, channel, item);

-- The body of a message, kept so that a replay sends the same.
CREATE TABLE webhook_message (
  delivery_id  uuid PRIMARY KEY REFERENCES delivery ON DELETE CASCADE,
  -- Whose webhook receives it.
  client_id    integer NOT NULL,
  -- The configuration of an activity report.
  config_id    uuid NOT NULL,
  -- Clients of the activities in the body.
  client_ids   integer[] NOT NULL,
  activities   integer NOT NULL,
  body         text NOT NULL,
  created_at   timestamptz NOT NULL
);
CREATE INDEX webhook_message_config ON webhook_message (config_id, created_at);
