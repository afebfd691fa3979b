-- A sign-in of a user. Its tokens name it and are refused once it has ended; `token_version` and `expires_at` are those
-- of the latest token, so that a session whose tokens have all become invalid is not shown as active.
CREATE TABLE user_session (
  id            uuid PRIMARY KEY,
  user_id       integer NOT NULL REFERENCES app_user,
  method        text NOT NULL CHECK (method IN ('password', 'provider')),
  user_agent    text,
  network       text NOT NULL,
  token_version integer NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT now(),
  last_seen_at  timestamptz NOT NULL DEFAULT now(),
  expires_at    timestamptz NOT NULL,
  ended_at      timestamptz
);
CREATE INDEX user_session_user ON user_session (user_id, created_at);
CREATE INDEX user_session_expires ON user_session (expires_at);
