import type { Generated } from 'kysely';
import type { WebhookEventName } from '@readerlens/contract';
import type { Timestamp } from '../../platform/db/column-types.ts';

interface ClientWebhookTable {
  client_id: number;
  url: Generated<string>;
  secret: Uint8Array | null;
  secret_created_at: Timestamp | null;
  previous_secret: Uint8Array | null;
  previous_until: Timestamp | null;
  version: Generated<number>;
  updated_at: Timestamp;
  updated_by: number | null;
}

interface WebhookMessageTable {
  delivery_id: string;
  client_id: number;
  subscription_id: string;
  event: WebhookEventName;
  client_ids: number[];
  items: number;
  body: string;
  created_at: Timestamp;
}

interface WebhookSubscriptionTable {
  id: Generated<string>;
  client_id: number;
  source_kind: 'activity-report' | 'alert' | 'opportunities';
  source_id: string;
  event: WebhookEventName;
  failed_messages: Generated<number>;
  paused_at: Timestamp | null;
  created_at: Timestamp;
  deleted_at: Timestamp | null;
}

declare module '../../platform/db/schema.ts' {
  interface Schema {
    client_webhook: ClientWebhookTable;
    webhook_message: WebhookMessageTable;
    webhook_subscription: WebhookSubscriptionTable;
  }
}
