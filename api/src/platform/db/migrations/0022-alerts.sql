CREATE TABLE alert (
  id                          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Whose clients and fields the alert uses.
  owner_id                    integer NOT NULL REFERENCES app_user,
  type                        text NOT NULL,
  name                        text NOT NULL,
  description                 text NOT NULL DEFAULT '',
  filters                     jsonb NOT NULL DEFAULT '[]',
  -- Activity types.
  indices                     text[] NOT NULL DEFAULT '{}',
  -- Null until they are stored, and for types without them.
  agg_field                   smallint,
  activity_months             smallint,
  minimum_count               smallint,
  unique_user_count           smallint,
  baseline_activity_months    smallint,
  minimum_baseline_activities smallint,
  minimum_threshold_percent   smallint,
  threshold_direction         smallint,
  frequency                   text NOT NULL,
  day_of_week                 text NOT NULL,
  day_of_month                text NOT NULL,
  time_zone                   text NOT NULL DEFAULT 'UTC',
  export_columns              text[] NOT NULL DEFAULT '{}',
  last_step                   smallint NOT NULL DEFAULT 1,
  is_complete                 boolean NOT NULL DEFAULT false,
  schedule_active             boolean NOT NULL DEFAULT false,
  -- Runs of earlier local dates are skipped.
  snoozed_until               date,
  -- Bits of the disabled reasons despite which an administrator may edit the alert.
  enabled_reasons             smallint NOT NULL DEFAULT 0,
  -- Of what the alert fires on; raised with `active_since`.
  definition_version          integer NOT NULL DEFAULT 1,
  active_since                timestamptz,
  external_id                 text,
  last_run_at                 timestamptz,
  version                     integer NOT NULL DEFAULT 1,
  created_at                  timestamptz NOT NULL DEFAULT now(),
  created_by                  integer NOT NULL REFERENCES app_user,
  updated_at                  timestamptz NOT NULL DEFAULT now(),
  updated_by                  integer NOT NULL REFERENCES app_user,
  deleted_at                  timestamptz
);
CREATE INDEX alert_owner ON alert (owner_id) WHERE deleted_at IS NULL;
CREATE INDEX alert_updated ON alert (updated_at DESC, id) WHERE deleted_at IS NULL;

CREATE TABLE alert_recipient (
  alert_id            uuid NOT NULL REFERENCES alert ON DELETE CASCADE,
  user_id             integer NOT NULL REFERENCES app_user,
  is_email_subscribed boolean NOT NULL DEFAULT true,
  -- Admin for the owner, else the role of the account when it was added.
  role                text NOT NULL,
  -- In the order in which people were added.
  position            smallint NOT NULL,
  PRIMARY KEY (alert_id, user_id)
);
CREATE INDEX alert_recipient_user ON alert_recipient (user_id);

-- What the last run left for the next one: the end of what it covered, and the notifications that still count.
CREATE TABLE alert_state (
  alert_id   uuid PRIMARY KEY REFERENCES alert ON DELETE CASCADE,
  -- Of the definition; the state of another version is not used.
  version    integer NOT NULL,
  cursor     timestamptz NOT NULL
);
CREATE TABLE alert_notified (
  alert_id    uuid NOT NULL REFERENCES alert ON DELETE CASCADE,
  client_id   integer NOT NULL,
  -- A reader or an organization.
  entity_id   integer NOT NULL,
  -- Positive, Negative, or empty for alerts that compare nothing.
  direction   text NOT NULL,
  notified_on date NOT NULL,
  has_cleared boolean NOT NULL,
  PRIMARY KEY (alert_id, client_id, entity_id, direction)
);

-- The result of a slot; the rows of job_run are deleted after some weeks.
CREATE TABLE alert_run (
  id                    uuid PRIMARY KEY,
  alert_id              uuid NOT NULL REFERENCES alert ON DELETE CASCADE,
  slot                  date NOT NULL,
  slot_at               timestamptz NOT NULL,
  missed_slots          integer NOT NULL DEFAULT 0,
  definition_version    integer NOT NULL,
  -- As they were at the run.
  name                  text NOT NULL,
  description           text NOT NULL,
  type                  text NOT NULL,
  rule                  jsonb NOT NULL,
  filters               jsonb NOT NULL,
  indices               text[] NOT NULL,
  export_columns        text[] NOT NULL,
  time_zone             text NOT NULL,
  current_from          timestamptz NOT NULL,
  current_to            timestamptz NOT NULL,
  baseline_from         timestamptz,
  baseline_to           timestamptz,
  insufficient_baseline integer NOT NULL DEFAULT 0,
  incomplete_clients    integer[] NOT NULL DEFAULT '{}',
  -- In the scope of the owner.
  total_matched         integer NOT NULL,
  run_at                timestamptz NOT NULL,
  UNIQUE (alert_id, slot)
);
CREATE INDEX alert_run_run_at ON alert_run (run_at);

-- Entities as they look in a scope. Recipients of equal scope share a view; view 0 is that of the owner.
CREATE TABLE alert_run_entity (
  run_id              uuid NOT NULL REFERENCES alert_run ON DELETE CASCADE,
  view                smallint NOT NULL,
  client_id           integer NOT NULL,
  entity_id           integer NOT NULL,
  outcome             text NOT NULL,
  activities          integer NOT NULL,
  readers             integer NOT NULL,
  baseline_activities integer NOT NULL,
  baseline_readers    integer NOT NULL,
  direction           text,
  notified_on         date,
  PRIMARY KEY (run_id, view, client_id, entity_id)
);

-- The activities that a Specific alert has reported: none is reported twice.
CREATE TABLE alert_activity (
  alert_id    uuid NOT NULL REFERENCES alert ON DELETE CASCADE,
  client_id   integer NOT NULL,
  activity_id bigint NOT NULL,
  run_id      uuid NOT NULL REFERENCES alert_run ON DELETE CASCADE,
  PRIMARY KEY (alert_id, client_id, activity_id)
);
CREATE INDEX alert_activity_run ON alert_activity (run_id);

CREATE TABLE alert_run_recipient (
  run_id            uuid NOT NULL REFERENCES alert_run ON DELETE CASCADE,
  user_id           integer NOT NULL REFERENCES app_user,
  view              smallint NOT NULL,
  -- In the scope of the recipient; 0 is a quiet run, which is never unread.
  total_matched     integer NOT NULL,
  client_ids        integer[] NOT NULL,
  -- The part of `total_matched` of each of these clients: a recipient who loses a client sees the rest.
  client_matches    integer[] NOT NULL,
  exceeds_threshold boolean NOT NULL DEFAULT false,
  is_read           boolean NOT NULL DEFAULT false,
  -- Null without a mail.
  message_id        text,
  PRIMARY KEY (run_id, user_id)
);
CREATE INDEX alert_run_recipient_user ON alert_run_recipient (user_id, run_id);
CREATE INDEX alert_run_recipient_unread ON alert_run_recipient (user_id) WHERE NOT is_read AND total_matched > 0;
