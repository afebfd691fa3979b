-- Attempts of calls that are done once: a request that is repeated gets the answer of the first one. They belong to a user and to no
-- client, so there is no client_id.
CREATE TABLE call_attempt (
  user_id  integer NOT NULL REFERENCES app_user ON DELETE CASCADE,
  -- Chosen by the client.
  key      uuid NOT NULL,
  -- A hash of the call and its input.
  request  text NOT NULL,
  -- JSON, as text because a binary one would have another order. Null until the call is answered, and for ever if its process was
  -- killed before.
  answer   text,
  at       timestamptz NOT NULL,
  PRIMARY KEY (user_id, key)
);
