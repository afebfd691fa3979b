-- A user has registered with a first password, or with the first sign-in by the identity provider.
ALTER TABLE app_user ADD registered_at timestamptz;
UPDATE app_user SET registered_at = updated_at WHERE password_hash IS NOT NULL;

-- Who a user is for the identity provider. The subject never changes there, unlike an e-mail address.
CREATE TABLE user_identity (
  issuer     text NOT NULL,
  subject    text NOT NULL,
  user_id    integer NOT NULL REFERENCES app_user,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (issuer, subject),
  UNIQUE (user_id, issuer)
);

-- A sign-in that the provider has confirmed and the browser has not picked up yet. Only the hash of its code is stored.
CREATE TABLE sign_in_code (
  code_hash     text PRIMARY KEY,
  user_id       integer NOT NULL REFERENCES app_user,
  token_version integer NOT NULL,
  return_to     text NOT NULL,
  expires_at    timestamptz NOT NULL
);
CREATE INDEX sign_in_code_expires ON sign_in_code (expires_at);
