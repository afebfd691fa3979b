import type { Kysely, Selectable, Transaction } from 'kysely';
import type { AuditAction, ClientWebhook } from '@readerlens/contract';
import { previousSecretHours } from '@readerlens/contract/webhooks';
import { maskedText } from '../../people/blinding/pseudonyms.ts';
import { createClientLookup } from '../../activities/lookups/client-lookup.ts';
import type { Session } from '../../people/session.ts';
import type { Services } from '../../people/services.ts';
import { createWebhookBox, secretContext } from '../../sendings/webhooks/client-webhook.ts';
import { auditedIdentities } from '../../platform/audit.ts';
import type { NamedRow, Schema } from '../../platform/db/index.ts';
import { conflict, forbidden, noSuchThing } from '../../platform/http/errors.ts';
import { parseId } from '../../platform/http/ids.ts';
import { secondsAfter } from '../../platform/time.ts';
import { newWebhookSecret } from '../../platform/webhooks/sign.ts';
import { checkedAddress } from './webhook-address.ts';

type Row = Selectable<Schema['client_webhook']>;

const findRow = (db: Kysely<Schema>, clientId: number) =>
  db.selectFrom('client_webhook').selectAll().where('client_id', '=', clientId).executeTakeFirst();

/** The row of a client, locked until the transaction ends; without an address if there was none. */
const lockRow = async (trx: Transaction<Schema>, clientId: number, now: Date): Promise<Row> => {
  await trx
    .insertInto('client_webhook')
    .values({
      client_id: clientId,
      secret: null,
      secret_created_at: null,
      previous_secret: null,
      previous_until: null,
      version: 0,
      updated_at: now,
      updated_by: null,
    })
    .onConflict((existing) => existing.column('client_id').doNothing())
    .execute();
  return trx
    .selectFrom('client_webhook')
    .selectAll()
    .where('client_id', '=', clientId)
    .forUpdate()
    .executeTakeFirstOrThrow();
};

/** What the audit log shows of an address: the rest can contain a secret. */
const readHost = (address: string): string | null => URL.parse(address)?.host ?? null;

const shown = (
  client: NamedRow,
  row: Row | undefined,
  { now, blinded }: { readonly now: Date; readonly blinded: boolean },
): ClientWebhook => ({
  clientId: String(client.id),
  client: client.name,
  url: row?.url ? (blinded ? maskedText : row.url) : null,
  hasSecret: row?.secret != null,
  secretCreatedOn: row?.secret_created_at?.toISOString() ?? null,
  previousSecretUntil:
    row?.previous_until && row.previous_until > now ? row.previous_until.toISOString() : null,
  version: row?.version ?? 0,
});

export const createClientWebhooks = (services: Services) => {
  const { db, jobs, audit, config, secrets, resolveHost } = services;
  const box = createWebhookBox(secrets);

  /** @throws AppError 404 for a client that the caller does not see */
  const clientFor = async (clientId: string, session: Session): Promise<NamedRow> => {
    const id = parseId(clientId);
    const [client] = id === undefined ? [] : await createClientLookup(db).byIds([id], session);
    if (!client) throw noSuchThing('client');
    return client;
  };

  const record = (
    trx: Transaction<Schema>,
    action: AuditAction,
    detail: Readonly<Record<string, unknown>>,
    session: Session,
  ) => audit.record({ ...auditedIdentities(session), action, detail }, trx);

  return {
    clientFor,

    async get(clientId: string, session: Session): Promise<ClientWebhook> {
      const client = await clientFor(clientId, session);
      return shown(client, await findRow(db.kysely, client.id), {
        now: jobs.clock(),
        blinded: session.blinded,
      });
    },

    async setAddress(
      clientId: string,
      { url, version }: { readonly url: string; readonly version?: number },
      session: Session,
    ): Promise<ClientWebhook> {
      const client = await clientFor(clientId, session);
      if (session.blinded) throw conflict('A webhook address cannot be changed in Blinded Mode.');
      const address = await checkedAddress(url, {
        allowPrivate: config.webhookAllowPrivate,
        resolve: resolveHost,
      });
      const now = jobs.clock();
      return db.transaction(async (trx) => {
        const stored = await lockRow(trx, client.id, now);
        if (version !== undefined && version !== stored.version)
          throw conflict('Someone else has changed this webhook since you opened it.');
        const row = await trx
          .updateTable('client_webhook')
          .set({
            url: address,
            version: stored.version + 1,
            updated_at: now,
            updated_by: session.user.id,
          })
          .where('client_id', '=', client.id)
          .returningAll()
          .executeTakeFirstOrThrow();
        const hosts = { formerHost: readHost(stored.url), host: readHost(address) };
        await record(trx, 'webhook.update', { clientId: client.id, ...hosts }, session);
        return shown(client, row, { now, blinded: session.blinded });
      });
    },

    /** The former secret stays valid for a day, so that the receiver can change to the new one. */
    async generateSecret(
      clientId: string,
      session: Session,
    ): Promise<{ secret: string; webhook: ClientWebhook }> {
      if (session.impersonator)
        throw forbidden('You cannot generate a webhook secret while you act as another user.');
      const client = await clientFor(clientId, session);
      const secret = newWebhookSecret();
      const now = jobs.clock();
      return db.transaction(async (trx) => {
        const stored = await lockRow(trx, client.id, now);
        const row = await trx
          .updateTable('client_webhook')
          .set({
            secret: box.seal(secret, secretContext(client.id)),
            secret_created_at: now,
            previous_secret: stored.secret,
            previous_until: stored.secret ? secondsAfter(now, previousSecretHours * 3600) : null,
            updated_at: now,
            updated_by: session.user.id,
          })
          .where('client_id', '=', client.id)
          .returningAll()
          .executeTakeFirstOrThrow();
        await record(trx, 'webhook.secret', { clientId: client.id }, session);
        return { secret, webhook: shown(client, row, { now, blinded: session.blinded }) };
      });
    },
  };
};

export type ClientWebhooks = ReturnType<typeof createClientWebhooks>;
