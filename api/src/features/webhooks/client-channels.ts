// The Slack and Teams channels of a client: who may enter and remove them, and what is shown of them.
import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { AuditAction, ChatChannel, ChatChannels } from '@readerlens/contract';
import { lineProblem } from '@readerlens/contract';
import { requiredMessage } from '@readerlens/contract/messages';
import { canonicalLine } from '@readerlens/contract/text';
import { isStaff } from '@readerlens/contract/vocabulary';
import { chatKindNames, chatNameLength, maxChatChannels } from '@readerlens/contract/webhooks';
import type { ChatKind } from '@readerlens/contract/webhooks';
import { maskedText } from '../../people/blinding/pseudonyms.ts';
import { shownTexts } from '../../people/blinding/written-texts.ts';
import type { Session } from '../../people/session.ts';
import type { Services } from '../../people/services.ts';
import { auditedIdentities } from '../../platform/audit.ts';
import type { NamedRow, Schema } from '../../platform/db/index.ts';
import { conflict, invalidInput, noSuchThing } from '../../platform/http/errors.ts';
import {
  chatContext,
  createChatBox,
  findChannel,
  listChannels,
} from '../../sendings/webhooks/chat-channel.ts';
import { checkChatAddress, describeAddress } from './chat-address.ts';
import type { ClientWebhooks } from './client-webhooks.ts';

type Row = Selectable<Schema['chat_channel']>;

interface ChannelInput {
  readonly name: string;
  readonly url: string;
}

const shownChannel = (row: Row, { role, blinded }: Session): ChatChannel => {
  const { id, kind, host, ending, version } = row;
  const { name } = shownTexts('Chat channel', id, { name: row.name, description: '' }, { blinded });
  const address = blinded ? maskedText : `${host}/…${ending}`;
  return { id, kind, name, address: isStaff(role) ? address : null, version };
};

/** @throws AppError 400 for the field 'name' */
const checkedName = (text: string): string => {
  const label = 'Name';
  const message = lineProblem(text, { label, required: requiredMessage(label), max: chatNameLength });
  if (message !== undefined) throw invalidInput('name', message);
  return canonicalLine(text);
};

const checkNameIsFree = (rows: readonly Row[], kind: ChatKind, name: string): void => {
  if (rows.some((row) => row.kind === kind && row.name.toLowerCase() === name.toLowerCase()))
    throw invalidInput('name', `The client has a ${chatKindNames[kind]} channel of this name already.`);
};

export const createClientChannels = (
  services: Services,
  { clientFor }: Pick<ClientWebhooks, 'clientFor'>,
) => {
  const { db, jobs, audit, config, secrets, resolveHost } = services;
  const box = createChatBox(secrets);

  const view = async (client: NamedRow, session: Session): Promise<ChatChannels> => {
    const rows = await listChannels(db.kysely, client.id);
    return {
      clientId: String(client.id),
      client: client.name,
      channels: rows.map((row) => shownChannel(row, session)),
    };
  };

  const readAddress = (kind: ChatKind, url: string): Promise<string> =>
    checkChatAddress(kind, url, { allowPrivate: config.webhookAllowPrivate, resolve: resolveHost });

  const seal = (id: string, clientId: number, address: string) => ({
    ...describeAddress(address),
    address: box.seal(address, chatContext({ id, client_id: clientId })),
  });

  /** @throws AppError 404 */
  const need = async (trx: Kysely<Schema>, client: NamedRow, channelId: string): Promise<Row> => {
    const row = await findChannel(trx, client.id, channelId);
    if (!row) throw noSuchThing('channel');
    return row;
  };

  /** Changes the channels of a client, one change at a time. The change returns what the audit log says of it. */
  const change = async (
    client: NamedRow,
    session: Session,
    action: AuditAction,
    work: (trx: Transaction<Schema>) => Promise<Readonly<Record<string, unknown>>>,
  ): Promise<ChatChannels> => {
    if (session.blinded) throw conflict('Channels cannot be changed in Blinded Mode.');
    await db.transaction(async (trx) => {
      await trx.selectFrom('client').select('id').where('id', '=', client.id).forUpdate().execute();
      const detail = { clientId: client.id, ...(await work(trx)) };
      await audit.record({ ...auditedIdentities(session), action, detail }, trx);
    });
    return view(client, session);
  };

  return {
    async list(clientId: string, session: Session): Promise<ChatChannels> {
      return view(await clientFor(clientId, session), session);
    },

    async add(
      clientId: string,
      { kind, ...body }: ChannelInput & { readonly kind: ChatKind },
      session: Session,
    ): Promise<ChatChannels> {
      const client = await clientFor(clientId, session);
      const name = checkedName(body.name);
      const address = await readAddress(kind, body.url);
      const [id, now] = [randomUUID(), jobs.clock()];
      return change(client, session, 'channel.add', async (trx) => {
        const rows = await listChannels(trx, client.id);
        if (rows.length >= maxChatChannels)
          throw conflict(`A client can have ${maxChatChannels} channels. Remove one that is no longer used.`);
        checkNameIsFree(rows, kind, name);
        const sealed = seal(id, client.id, address);
        const times = { created_at: now, updated_at: now, updated_by: session.user.id, removed_at: null };
        await trx
          .insertInto('chat_channel')
          .values({ id, client_id: client.id, kind, name, ...sealed, ...times })
          .execute();
        return { kind, host: sealed.host };
      });
    },

    async change(
      { clientId, channelId }: { readonly clientId: string; readonly channelId: string },
      body: Pick<ChannelInput, 'name'> & Partial<ChannelInput> & { readonly version: number },
      session: Session,
    ): Promise<ChatChannels> {
      const client = await clientFor(clientId, session);
      const { kind } = await need(db.kysely, client, channelId);
      const name = checkedName(body.name);
      const address = body.url === undefined ? undefined : await readAddress(kind, body.url);
      return change(client, session, 'channel.update', async (trx) => {
        const stored = await need(trx, client, channelId);
        const { id, version } = stored;
        if (body.version !== version)
          throw conflict('Someone else has changed this channel since you opened it.');
        const others = await listChannels(trx, client.id);
        checkNameIsFree(
          others.filter((row) => row.id !== id),
          kind,
          name,
        );
        const sealed = address === undefined ? {} : seal(id, client.id, address);
        const row = await trx
          .updateTable('chat_channel')
          .set({
            name,
            ...sealed,
            version: version + 1,
            updated_at: jobs.clock(),
            updated_by: session.user.id,
          })
          .where('id', '=', id)
          .returning('host')
          .executeTakeFirstOrThrow();
        return { kind, formerHost: stored.host, host: row.host };
      });
    },

    async remove(clientId: string, channelId: string, session: Session): Promise<ChatChannels> {
      const client = await clientFor(clientId, session);
      return change(client, session, 'channel.remove', async (trx) => {
        const { id, kind, host } = await need(trx, client, channelId);
        const now = jobs.clock();
        await trx
          .updateTable('chat_channel')
          .set({ address: null, ending: '', removed_at: now, updated_at: now, updated_by: session.user.id })
          .where('id', '=', id)
          .execute();
        return { kind, host };
      });
    },
  };
};

export type ClientChannels = ReturnType<typeof createClientChannels>;
