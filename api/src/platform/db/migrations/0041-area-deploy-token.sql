-- Each token may deploy one area. Its secret is stored as a hash only. Tokens stay after they end, for the audit log.
CREATE TABLE area_deploy_token (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  area text NOT NULL,
  name text NOT NULL,
  secret_hash text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by integer NOT NULL REFERENCES app_user (id),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by integer REFERENCES app_user (id)
);
