import {
  channelRemovedMessage,
  messagesPausedMessage,
  noAddressMessage,
} from '@readerlens/contract/webhooks/messages';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/db/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { createSecretBox } from '../../platform/webhooks/secret-box.ts';
import type { SecretBox } from '../../platform/webhooks/secret-box.ts';

/** Where the messages of a client go. */
export interface WebhookTarget {
  readonly url: string;
  /** The present secret and, for a day after a rotation, the previous one. */
  readonly secrets: readonly string[];
}

/** Encrypts the stored secrets that sign messages. */
export const createWebhookBox = ({ deriveDataKeys }: Pick<Secrets, 'deriveDataKeys'>): SecretBox =>
  createSecretBox(deriveDataKeys('webhook secret'));

/** What the secrets of a client are sealed with. */
export const secretContext = (clientId: number): string => `client ${clientId}`;

/** Undefined if the client has no address or no secret that can be read: its key may no longer be accepted. */
export const findTarget = async (
  db: Kysely<Schema>,
  { clientId, box, now }: { readonly clientId: number; readonly box: SecretBox; readonly now: Date },
): Promise<WebhookTarget | undefined> => {
  const row = await db
    .selectFrom('client_webhook')
    .selectAll()
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (!row?.url || !row.secret) return undefined;
  const isPreviousValid = row.previous_until !== null && row.previous_until > now;
  const sealed = [row.secret, ...(row.previous_secret && isPreviousValid ? [row.previous_secret] : [])];
  const secrets = sealed.flatMap((each) => box.open(each, secretContext(clientId)) ?? []);
  return secrets.length > 0 ? { url: row.url, secrets } : undefined;
};

/** The host that receives the messages of a client; undefined without an address or a secret. */
export const findWebhookHost = async (db: Kysely<Schema>, clientId: number): Promise<string | undefined> => {
  const row = await db
    .selectFrom('client_webhook')
    .select('url')
    .where('client_id', '=', clientId)
    .where('url', '!=', '')
    .where('secret', 'is not', null)
    .executeTakeFirst();
  return row ? URL.parse(row.url)?.host : undefined;
};

/** Whether the webhook of a client has a secret, by client; only of clients that have an address. */
export type Webhooks = ReadonlyMap<number, boolean>;

export const findSecrets = async (db: Kysely<Schema>, clientIds: readonly number[]): Promise<Webhooks> => {
  if (clientIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('client_webhook')
    .select(['client_id', sql<boolean>`secret IS NOT NULL`.as('has_secret')])
    .where('client_id', '=', sql<number>`ANY(${clientIds}::integer[])`)
    .where('url', '!=', '')
    .execute();
  return new Map(rows.map(({ client_id, has_secret }) => [client_id, has_secret]));
};

/** The receiver of messages, as far as it can keep them from being sent. */
export interface ReceiverState {
  readonly pausedAt: Date | null;
  /** Null for the webhook of the client. */
  readonly channelId: string | null;
  readonly channelRemovedAt: Date | null;
}

/** Why messages are not sent; undefined if they are. `hasSecret`: of the webhook, undefined without an address. */
export const describeProblem = (
  hasSecret: boolean | undefined,
  { pausedAt, channelId, channelRemovedAt }: ReceiverState,
): string | undefined => {
  if (channelRemovedAt) return channelRemovedMessage;
  if (channelId === null && hasSecret === undefined) return noAddressMessage;
  if (pausedAt) return messagesPausedMessage;
  return channelId !== null || hasSecret ? undefined : 'The webhook of the client has no secret yet.';
};
