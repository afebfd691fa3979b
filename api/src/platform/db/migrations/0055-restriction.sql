-- Readers whose processing is restricted: their values are encrypted here, and a pseudonym stands in their rows. Readers belong to no client.
CREATE TABLE reader_restriction (
  reader_id   integer PRIMARY KEY REFERENCES reader,
  at          timestamptz NOT NULL,
  user_id     integer NOT NULL REFERENCES app_user,
  reason      text NOT NULL,
  -- The keyed hash of the e-mail, so that staff find the reader by it.
  email_hash  bytea,
  sealed      bytea NOT NULL
);

-- Null for an erased reader. What is remembered of a restricted one ends with the restriction.
ALTER TABLE erased_identity ADD COLUMN restricted_reader_id integer REFERENCES reader_restriction ON DELETE CASCADE;
CREATE INDEX erased_identity_restricted ON erased_identity (restricted_reader_id) WHERE restricted_reader_id IS NOT NULL;

ALTER TABLE personal_data_request DROP CONSTRAINT personal_data_request_kind_check;
ALTER TABLE personal_data_request ADD CONSTRAINT personal_data_request_kind_check
  CHECK (kind IN ('export', 'correction', 'erasure', 'restriction', 'lifting'));
