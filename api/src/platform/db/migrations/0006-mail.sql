-- Mails to several people in the name of a user, with files.
ALTER TABLE outbox_mail
  -- [{type, name, address}] of everybody; null for a mail to `to_address` alone, which else is the first of them.
  ADD COLUMN recipients jsonb,
  -- {name, address} of who wrote it; null for mails of the product itself.
  ADD COLUMN author jsonb;

-- Deleted once the mail is sent.
CREATE TABLE outbox_attachment (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  mail_id     bigint NOT NULL REFERENCES outbox_mail ON DELETE CASCADE,
  name        text NOT NULL,
  media_type  text NOT NULL,
  content     bytea NOT NULL
);
CREATE INDEX outbox_attachment_mail ON outbox_attachment (mail_id);
