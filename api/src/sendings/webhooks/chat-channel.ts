// The Slack and Teams channels of a client. A subscription names one of them, or none for the webhook of the client.
import type { Kysely, Selectable } from 'kysely';
import type { ChatKind } from '@readerlens/contract/webhooks';
import type { Schema } from '../../platform/db/index.ts';
import { parseUuid } from '../../platform/http/ids.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { createSecretBox } from '../../platform/webhooks/secret-box.ts';
import type { SecretBox } from '../../platform/webhooks/secret-box.ts';

/** Where the messages of a channel go. */
export interface ChatTarget {
  readonly kind: ChatKind;
  /** Contains the right to post: not for logs, answers and errors. */
  readonly url: string;
}

/** Encrypts the stored addresses of channels. */
export const createChatBox = ({ deriveDataKeys }: Pick<Secrets, 'deriveDataKeys'>): SecretBox =>
  createSecretBox(deriveDataKeys('chat channel address'));

/** What the address of a channel is sealed with: it can be opened as the address of this channel of this client only. */
export const chatContext = ({ client_id, id }: { readonly client_id: number; readonly id: string }): string =>
  `client ${client_id} channel ${id}`;

const channels = (db: Kysely<Schema>, clientId: number) =>
  db.selectFrom('chat_channel').selectAll().where('client_id', '=', clientId).where('removed_at', 'is', null);

/** The channels of a client that were not removed. */
export const listChannels = (db: Kysely<Schema>, clientId: number) =>
  channels(db, clientId).orderBy('kind').orderBy('name').orderBy('id').execute();

/** Undefined if the client has no such channel, or if it was removed. */
export const findChannel = async (db: Kysely<Schema>, clientId: number, id: string) => {
  const uuid = parseUuid(id);
  if (uuid === undefined) return undefined;
  return channels(db, clientId).where('id', '=', uuid).executeTakeFirst();
};

/** Undefined if its address cannot be read: its key may no longer be accepted. */
export const openTarget = (
  channel: Pick<Selectable<Schema['chat_channel']>, 'id' | 'client_id' | 'kind' | 'address'>,
  box: SecretBox,
): ChatTarget | undefined => {
  const url = channel.address ? box.open(channel.address, chatContext(channel)) : undefined;
  return url === undefined ? undefined : { kind: channel.kind, url };
};
