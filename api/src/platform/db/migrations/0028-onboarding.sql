-- The forms that new clients fill in.
CREATE TABLE onboarding_form (
  id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  client_id       integer NOT NULL,
  -- Who fills it in.
  user_id         integer NOT NULL REFERENCES app_user,
  name            text NOT NULL,
  email           text NOT NULL,
  -- The publication that the mail comes from, and who gets replies.
  sent_from_name  text NOT NULL,
  sender_email    text NOT NULL,
  sent_at         timestamptz NOT NULL,
  -- Renewed by each resend.
  expires_at      timestamptz NOT NULL,
  submitted_at    timestamptz,
  -- The number of the last saved step; never moves back.
  last_step       smallint NOT NULL DEFAULT 0,
  -- The fields of each part that were saved, by name. Missing ones are empty.
  general         jsonb NOT NULL DEFAULT '{}',
  company         jsonb NOT NULL DEFAULT '{}',
  content_info    jsonb NOT NULL DEFAULT '{}',
  -- Raised by each save, and the version in which each field was saved last, such as {"general.name": 3}.
  version         integer NOT NULL DEFAULT 0,
  field_versions  jsonb NOT NULL DEFAULT '{}',
  created_at      timestamptz NOT NULL,
  created_by      integer NOT NULL REFERENCES app_user,
  updated_at      timestamptz NOT NULL
);
CREATE INDEX onboarding_form_user ON onboarding_form (user_id, sent_at DESC);
CREATE INDEX onboarding_form_client ON onboarding_form (client_id);
CREATE INDEX onboarding_form_sent ON onboarding_form (sent_at DESC, id);

CREATE TABLE onboarding_contact (
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  form_id     uuid NOT NULL REFERENCES onboarding_form ON DELETE CASCADE,
  client_id   integer NOT NULL,
  position    smallint NOT NULL,
  first_name  text NOT NULL,
  last_name   text NOT NULL,
  email       text NOT NULL
);
CREATE INDEX onboarding_contact_form ON onboarding_contact (form_id, position);

CREATE TABLE onboarding_content (
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  form_id     uuid NOT NULL REFERENCES onboarding_form ON DELETE CASCADE,
  client_id   integer NOT NULL,
  title       text NOT NULL,
  url         text NOT NULL DEFAULT '',
  keyword     text NOT NULL DEFAULT '',
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL
);
CREATE INDEX onboarding_content_form ON onboarding_content (form_id, created_at, id);

-- The files of a form. Their content is in stored_file.
CREATE TABLE onboarding_file (
  id          uuid PRIMARY KEY,
  form_id     uuid NOT NULL REFERENCES onboarding_form ON DELETE CASCADE,
  client_id   integer NOT NULL,
  -- Null for a logo.
  content_id  uuid REFERENCES onboarding_content ON DELETE CASCADE,
  name        text NOT NULL,
  media_type  text NOT NULL,
  size        bigint NOT NULL,
  created_at  timestamptz NOT NULL
);
CREATE INDEX onboarding_file_form ON onboarding_file (form_id, content_id, created_at);

-- Uploads in chunks. An upload becomes a file once all of its chunks have arrived.
CREATE TABLE onboarding_upload (
  id             uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  form_id        uuid NOT NULL REFERENCES onboarding_form ON DELETE CASCADE,
  client_id      integer NOT NULL,
  content_id     uuid NOT NULL REFERENCES onboarding_content ON DELETE CASCADE,
  user_id        integer NOT NULL REFERENCES app_user,
  name           text NOT NULL,
  -- Null if the caller does not name it before the last chunk.
  size           bigint,
  total_chunks   smallint NOT NULL,
  -- Identifies the file on the device of the user; null for callers that do not send it.
  fingerprint    text,
  -- When its last chunk arrived.
  complete_at    timestamptz,
  -- The file that it became.
  file_id        uuid,
  -- Why the chunks are no file.
  problem        text,
  created_at     timestamptz NOT NULL,
  last_chunk_at  timestamptz NOT NULL
);
CREATE INDEX onboarding_upload_content ON onboarding_upload (content_id);
CREATE INDEX onboarding_upload_age ON onboarding_upload (last_chunk_at);

CREATE TABLE onboarding_chunk (
  upload_id   uuid NOT NULL REFERENCES onboarding_upload ON DELETE CASCADE,
  client_id   integer NOT NULL,
  index       smallint NOT NULL,
  size        integer NOT NULL,
  -- SHA-256 in hexadecimal.
  checksum    text NOT NULL,
  -- Its content in stored_file.
  file_id     uuid NOT NULL,
  PRIMARY KEY (upload_id, index)
);
