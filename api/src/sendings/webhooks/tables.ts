import type { Generated } from 'kysely';
import type { WebhookEventName } from '@readerlens/contract';
import type { ChatKind } from '@readerlens/contract/webhooks';
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

interface ChatChannelTable {
  id: Generated<string>;
  client_id: number;
  kind: ChatKind;
  name: string;
  host: string;
  ending: string;
  address: Uint8Array | null;
  version: Generated<number>;
  created_at: Timestamp;
  updated_at: Timestamp;
  updated_by: number | null;
  removed_at: Timestamp | null;
}

interface WebhookMessageTable {
  delivery_id: string;
  client_id: number;
  channel_id: string | null;
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
  channel_id: string | null;
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
    chat_channel: ChatChannelTable;
    client_webhook: ClientWebhookTable;
    webhook_message: WebhookMessageTable;
    webhook_subscription: WebhookSubscriptionTable;
  }
}
