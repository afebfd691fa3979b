-- What was done with the personal data of readers who asked for it. Readers belong to no client.
CREATE TABLE personal_data_request (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  at         timestamptz NOT NULL,
  kind       text NOT NULL CHECK (kind IN ('export', 'erasure')),
  user_id    integer NOT NULL REFERENCES app_user,
  reference  text NOT NULL,
  readers    integer[] NOT NULL,
  -- What an erasure left: 'jobTitle', 'place', 'organization'.
  kept       text[] NOT NULL DEFAULT '{}'
);
CREATE INDEX personal_data_request_at ON personal_data_request (at DESC, id);

-- Who was erased, as keyed hashes, and what stands for them. `key_print` tells whether the key is still the same.
CREATE TABLE erased_identity (
  kind       text NOT NULL CHECK (kind IN ('email', 'external-id')),
  hash       bytea NOT NULL,
  pseudonym  text NOT NULL,
  -- As of the request.
  kept       text[] NOT NULL,
  key_print  text NOT NULL,
  PRIMARY KEY (kind, hash)
);
