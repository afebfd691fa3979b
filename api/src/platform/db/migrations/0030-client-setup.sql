-- What is known of a client besides its name.
CREATE TABLE client_profile (
  client_id     integer PRIMARY KEY,
  address1      text NOT NULL DEFAULT '',
  city          text NOT NULL DEFAULT '',
  state         text NOT NULL DEFAULT '',
  postal_code   text NOT NULL DEFAULT '',
  phone         text NOT NULL DEFAULT '',
  website       text NOT NULL DEFAULT '',
  -- HTML with formatting only.
  profile       text NOT NULL DEFAULT '',
  -- In stored_file: a logo of the form, which cannot be changed any more.
  logo_file_id  uuid,
  version       integer NOT NULL DEFAULT 1,
  updated_at    timestamptz NOT NULL,
  updated_by    integer NOT NULL REFERENCES app_user
);

-- A client is set up from a submitted form once. What was made, by id: accounts and reports with the contact that they are for.
ALTER TABLE onboarding_form
  ADD COLUMN client_set_up_at timestamptz,
  ADD COLUMN client_set_up_by integer REFERENCES app_user,
  ADD COLUMN client_setup jsonb;
