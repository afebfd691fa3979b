-- Files that people upload or that the product writes. Their content is in a folder or in S3, under keys made from
-- their ids (api/src/platform/files).
CREATE TABLE stored_file (
  id          uuid PRIMARY KEY,
  -- Null for a file that belongs to no single client.
  client_id   integer,
  -- What the file belongs to, such as a run of a report.
  owner_kind  text NOT NULL,
  owner_id    text NOT NULL,
  -- What people save it as.
  name        text NOT NULL,
  media_type  text,
  size        bigint,
  -- SHA-256 in hexadecimal.
  checksum    text,
  created_at  timestamptz NOT NULL DEFAULT now(),
  -- Null while its content is being written.
  stored_at   timestamptz,
  -- Null for a file that is kept until it is deleted.
  expires_at  timestamptz,
  CHECK (stored_at IS NULL OR (media_type IS NOT NULL AND size IS NOT NULL AND checksum IS NOT NULL))
);
CREATE INDEX stored_file_owner ON stored_file (owner_kind, owner_id);
CREATE INDEX stored_file_expiry ON stored_file (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX stored_file_unfinished ON stored_file (created_at) WHERE stored_at IS NULL;

-- Counters of rate limits that hold across processes, in the form that rate-limiter-flexible expects.
CREATE TABLE rate_limit (
  key     varchar(255) PRIMARY KEY,
  points  integer NOT NULL DEFAULT 0,
  -- Milliseconds since 1970.
  expire  bigint
);
CREATE INDEX rate_limit_expire ON rate_limit (expire);
