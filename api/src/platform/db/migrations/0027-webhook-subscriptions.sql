-- Who receives webhook messages about what. Address and secret are those of the client, in client_webhook.
CREATE TABLE webhook_subscription (
  id               uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Whose webhook receives the messages.
  client_id        integer NOT NULL,
  -- 'activity-report': a configuration. 'alert': an alert.
  source_kind      text NOT NULL,
  source_id        uuid NOT NULL,
  event            text NOT NULL,
  -- Messages that failed for good since the last success.
  failed_messages  smallint NOT NULL DEFAULT 0,
  paused_at        timestamptz,
  created_at       timestamptz NOT NULL,
  deleted_at       timestamptz,
  UNIQUE (source_kind, source_id)
);

INSERT INTO webhook_subscription (client_id, source_kind, source_id, event, failed_messages, paused_at, created_at)
SELECT client_id, 'activity-report', id, 'activity-report.delivered', failed_messages, webhook_paused_at, created_at
FROM activity_report_config AS config
WHERE report_type = 3 OR failed_messages > 0 OR webhook_paused_at IS NOT NULL
  OR EXISTS (SELECT FROM webhook_message WHERE config_id = config.id);

ALTER TABLE activity_report_config DROP COLUMN failed_messages, DROP COLUMN webhook_paused_at;

ALTER TABLE webhook_message
  ADD COLUMN subscription_id uuid REFERENCES webhook_subscription ON DELETE CASCADE,
  ADD COLUMN event text NOT NULL DEFAULT 'activity-report.delivered';
UPDATE webhook_message SET subscription_id = subscription.id
FROM webhook_subscription AS subscription WHERE subscription.source_id = config_id;
-- Configurations are never deleted from the table, so no message is without one.
ALTER TABLE webhook_message
  ALTER COLUMN subscription_id SET NOT NULL,
  ALTER COLUMN event DROP DEFAULT,
  DROP COLUMN config_id;
-- Activities, or what else the event lists.
ALTER TABLE webhook_message RENAME COLUMN activities TO items;
CREATE INDEX webhook_message_subscription ON webhook_message (subscription_id, created_at);
