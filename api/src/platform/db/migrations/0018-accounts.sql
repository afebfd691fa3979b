-- `version` rises with every change of an account: a person who edits an older one is told. A deleted account keeps its
-- row, to which other tables refer, and its address can be invited again. Of an API secret only the hash is kept.
ALTER TABLE app_user
  ADD version integer NOT NULL DEFAULT 1,
  ADD deleted_at timestamptz,
  ADD api_secret_hash text,
  ADD api_secret_created_at timestamptz;
DROP INDEX app_user_email;
CREATE UNIQUE INDEX app_user_email ON app_user (lower(email)) WHERE deleted_at IS NULL;

-- The account that an event is about, if it is about one.
ALTER TABLE audit_event ADD account_id integer REFERENCES app_user;
