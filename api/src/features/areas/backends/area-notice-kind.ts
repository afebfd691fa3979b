import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import {
  areaGoneSeconds,
  areaNoticePauseSeconds,
  areaNoticeRunDays,
  webhookLeaseSeconds,
} from '../../../deadlines.ts';
import type { Services } from '../../../people/services.ts';
import type { Schema } from '../../../platform/db/index.ts';
import { WaitError } from '../../../platform/jobs/index.ts';
import type { JobKind, JobOutcome } from '../../../platform/jobs/index.ts';
import { secondsAfter } from '../../../platform/time.ts';
import { createSendWebhook } from '../../../platform/webhooks/send.ts';
import type { SendWebhook } from '../../../platform/webhooks/send.ts';
import { areaNoticeKindName } from '../../../sendings/area-notices.ts';
import { createBackendTokens } from './backend-token.ts';

/** Below the address of the backend. */
export const noticePath = 'personal-data';

const findNotice = (kysely: Kysely<Schema>, id: string) =>
  kysely.selectFrom('area_notice').selectAll().where('id', '=', id).executeTakeFirst();

type Notice = NonNullable<Awaited<ReturnType<typeof findNotice>>>;

/** The same for each attempt. */
const writeNotice = ({ id, event, at, readers, clients }: Notice): string =>
  JSON.stringify({
    id,
    event,
    at: at.toISOString(),
    readers: readers.map(String),
    clients: clients.map(String),
  });

const setState = async (kysely: Kysely<Schema>, id: string, state: 'ended' | 'failed' | 'told') => {
  await kysely.updateTable('area_notice').set({ state }).where('id', '=', id).execute();
};

const endNotice = ({ id }: Notice, skipped: string): JobOutcome => ({
  skipped,
  effects: (trx) => setState(trx, id, 'ended'),
});

/** A restriction that arrived after it was lifted would stay for good. Nothing takes back an erasure. */
const isSuperseded = async (kysely: Kysely<Schema>, { area, event, at, readers, clients }: Notice) => {
  if (event.startsWith('erased')) return false;
  const isOfClients = event.endsWith('-for-clients');
  const later = await kysely
    .selectFrom('area_notice')
    .select('id')
    .where('area', '=', area)
    .where('at', '>', at)
    .where(sql<boolean>`readers @> ${readers}::integer[]`)
    // What concerns some clients neither begins nor ends what concerns all.
    .where(sql<boolean>`CASE WHEN ${isOfClients}::boolean THEN event LIKE '%-for-clients' AND clients = ${clients}::integer[]
      ELSE event NOT LIKE '%-for-clients' END`)
    .executeTakeFirst();
  return later !== undefined;
};

/**
 * Tells the backends of areas about readers. Like a webhook message, a notice is sent again with the same id if a worker dies after the
 * backend took it.
 */
export const areaNoticeKind = (
  { config, secrets }: Pick<Services, 'config' | 'secrets'>,
  send: SendWebhook = createSendWebhook({ allowPrivate: config.webhookAllowPrivate }),
): JobKind => {
  const tokens = createBackendTokens(secrets, config.publicUrl);
  return {
    name: areaNoticeKindName,
    concurrency: 4,
    leaseSeconds: webhookLeaseSeconds,
    pauses: areaNoticePauseSeconds,
    keepDays: areaNoticeRunDays,
    async handle({ ownerId }, { db, clock }) {
      const notice = await findNotice(db.kysely, ownerId);
      if (!notice || notice.state === 'told') return { skipped: 'The area was told.' };
      const { id, area, at } = notice;
      if (await isSuperseded(db.kysely, notice))
        return endNotice(notice, 'A later notice is about the same reader.');
      const backend = config.areas.backends.get(area);
      if (backend === undefined) {
        // This process may have other settings than those that know the area: one that was just added, or a worker without them.
        if (clock() < secondsAfter(at, areaGoneSeconds))
          throw new Error(`AREA_BACKENDS of this process has no area ${area}.`);
        return endNotice(notice, 'The area has no backend any more.');
      }
      const { error, retryAfterSeconds } = await send({
        url: `${backend}/${noticePath}`,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Readerlens',
          authorization: `Bearer ${await tokens.signNotice(area)}`,
        },
        body: writeNotice(notice),
      });
      if (error === null) return { effects: (trx) => setState(trx, id, 'told') };
      throw retryAfterSeconds === undefined ? new Error(error) : new WaitError(error, retryAfterSeconds);
    },
    onFailed: (trx, { ownerId }) => setState(trx, ownerId, 'failed'),
  };
};
