-- Uploads of other kinds than opportunities.
ALTER TABLE opportunity_upload RENAME TO marketing_upload;
ALTER TABLE marketing_upload ADD COLUMN kind text NOT NULL DEFAULT 'opportunities';
ALTER TABLE marketing_upload ALTER COLUMN kind DROP DEFAULT;
DROP INDEX opportunity_upload_client;
CREATE INDEX marketing_upload_client ON marketing_upload (client_id, kind, at DESC, id);
ALTER TABLE opportunity_change RENAME TO marketing_upload_change;

-- A person who registered for a webinar. A column that the file does not have is null: not offered, or not counted.
CREATE TABLE webinar_registrant (
  id                 integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  client_id          integer NOT NULL,
  -- The webinar and the address of the person.
  external_id        text NOT NULL,
  webinar            text NOT NULL,
  title              text NOT NULL,
  held_on            date NOT NULL,
  duration_minutes   integer,
  email              text NOT NULL,
  registered_on      date,
  attended           boolean NOT NULL,
  live_minutes       integer,
  on_demand_minutes  integer,
  questions          integer,
  polls              integer,
  surveys            integer,
  resources          integer,
  reader_id          integer REFERENCES reader ON DELETE SET NULL,
  document_id        integer REFERENCES document ON DELETE SET NULL,
  upload_id          uuid REFERENCES marketing_upload ON DELETE SET NULL,
  UNIQUE (client_id, external_id)
);
CREATE INDEX webinar_registrant_day ON webinar_registrant (client_id, held_on);

-- A person who registered for an event.
CREATE TABLE event_registrant (
  id             integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  client_id      integer NOT NULL,
  -- The event and the address of the person.
  external_id    text NOT NULL,
  event          text NOT NULL,
  title          text NOT NULL,
  starts_on      date NOT NULL,
  email          text NOT NULL,
  registered_on  date,
  attended       boolean NOT NULL,
  sessions       text[] NOT NULL DEFAULT '{}',
  reader_id      integer REFERENCES reader ON DELETE SET NULL,
  upload_id      uuid REFERENCES marketing_upload ON DELETE SET NULL,
  UNIQUE (client_id, external_id)
);
CREATE INDEX event_registrant_day ON event_registrant (client_id, starts_on);

-- A recipient of an issue of a newsletter, once for each link that they clicked. Without an address: the totals of an issue.
CREATE TABLE newsletter_recipient (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  client_id    integer NOT NULL,
  -- The issue, the address and the link.
  external_id  text NOT NULL,
  issue        text NOT NULL,
  title        text NOT NULL,
  sent_at      timestamptz NOT NULL,
  email        text,
  -- Numbers of people; of a recipient 0 or 1. Null if they were not counted.
  delivered    integer,
  opened       integer,
  clicked      integer,
  link         text,
  clicked_at   timestamptz,
  reader_id    integer REFERENCES reader ON DELETE SET NULL,
  upload_id    uuid REFERENCES marketing_upload ON DELETE SET NULL,
  UNIQUE (client_id, external_id)
);
CREATE INDEX newsletter_recipient_day ON newsletter_recipient (client_id, sent_at);
