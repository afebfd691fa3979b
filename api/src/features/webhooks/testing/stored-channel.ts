import { randomUUID } from 'node:crypto';
import type { ChatKind } from '@readerlens/contract/webhooks';
import type { Services } from '../../../people/services.ts';
import type { Database } from '../../../platform/db/index.ts';
import { chatContext, createChatBox } from '../../../sendings/webhooks/chat-channel.ts';
import { describeAddress } from '../chat-address.ts';

interface NewChannel {
  readonly clientId: number;
  readonly url: string;
  readonly kind?: ChatKind;
  readonly name?: string;
}

/** Stores a chat channel of a client. Returns its id. */
export const storeChannel = async (
  { kysely }: Database,
  { secrets }: Pick<Services, 'secrets'>,
  { clientId, url, kind = 'slack', name = 'Field team' }: NewChannel,
): Promise<string> => {
  const id = randomUUID();
  await kysely
    .insertInto('chat_channel')
    .values({
      id,
      client_id: clientId,
      kind,
      name,
      ...describeAddress(url),
      address: createChatBox(secrets).seal(url, chatContext({ id, client_id: clientId })),
      created_at: new Date(),
      updated_at: new Date(),
      updated_by: null,
      removed_at: null,
    })
    .execute();
  return id;
};
