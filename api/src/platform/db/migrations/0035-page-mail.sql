-- A page of marketing performance that a person gets by mail on a schedule, with the filters and choices it had.
CREATE TABLE page_mail (
  id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  owner_id        integer NOT NULL REFERENCES app_user ON DELETE CASCADE,
  page            text NOT NULL,
  filters         jsonb NOT NULL,
  activity_types  text[] NOT NULL,
  choice          jsonb NOT NULL,
  sends_on        text NOT NULL,
  time_zone       text NOT NULL,
  is_paused       boolean NOT NULL DEFAULT false,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL
);
CREATE INDEX page_mail_owner ON page_mail (owner_id, created_at DESC);
