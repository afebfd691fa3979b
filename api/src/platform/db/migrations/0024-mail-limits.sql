-- Who causes mails, and how many an address gets. A mail belongs to people; its delivery says the client of a run.
ALTER TABLE outbox_mail
  -- A kind of platform/mail/mail-limits.ts; null for mails of earlier versions.
  ADD COLUMN kind text,
  -- The person whose action caused it; null for the product's own mails.
  ADD COLUMN sender_id integer REFERENCES app_user,
  -- A limit keeps it from being sent before this.
  ADD COLUMN deferred_until timestamptz;

-- The times at which mails count for an address or a sender. The rows outlive the mails and what caused them.
CREATE TABLE mail_count (
  key  text NOT NULL,
  at   timestamptz NOT NULL
);
CREATE INDEX mail_count_latest ON mail_count (key, at DESC);
