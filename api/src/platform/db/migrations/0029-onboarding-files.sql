-- Logos that have arrived, until a job has written them again. Nobody can open them.
CREATE TABLE onboarding_new_logo (
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  form_id     uuid NOT NULL REFERENCES onboarding_form ON DELETE CASCADE,
  client_id   integer NOT NULL,
  user_id     integer NOT NULL REFERENCES app_user,
  name        text NOT NULL,
  size        bigint NOT NULL,
  -- Its content in stored_file, as it arrived.
  file_id     uuid NOT NULL,
  -- Why it cannot be used, in words for people.
  problem     text,
  created_at  timestamptz NOT NULL
);
CREATE INDEX onboarding_new_logo_form ON onboarding_new_logo (form_id, created_at);
CREATE INDEX onboarding_new_logo_age ON onboarding_new_logo (created_at);

-- Not scanned for viruses: only staff can open it, until one of them allows it.
ALTER TABLE onboarding_file ADD COLUMN is_held boolean NOT NULL DEFAULT false;
