-- The Slack and Teams channels of a client. The address is encrypted: it contains the right to post.
CREATE TABLE chat_channel (
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  client_id   integer NOT NULL,
  kind        text NOT NULL CHECK (kind IN ('slack', 'teams')),
  name        text NOT NULL,
  -- What is shown of the address: its host, and its last characters.
  host        text NOT NULL,
  ending      text NOT NULL,
  -- Null once the channel is removed.
  address     bytea,
  version     integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL,
  updated_by  integer REFERENCES app_user,
  removed_at  timestamptz,
  UNIQUE (client_id, id),
  CHECK ((address IS NULL) = (removed_at IS NOT NULL))
);
CREATE UNIQUE INDEX chat_channel_name ON chat_channel (client_id, kind, lower(name)) WHERE removed_at IS NULL;

-- The channel that receives the messages; null for the webhook of the client. Always a channel of the same client.
ALTER TABLE webhook_subscription
  ADD COLUMN channel_id uuid,
  ADD FOREIGN KEY (client_id, channel_id) REFERENCES chat_channel (client_id, id);
ALTER TABLE webhook_message
  ADD COLUMN channel_id uuid,
  ADD FOREIGN KEY (client_id, channel_id) REFERENCES chat_channel (client_id, id);
