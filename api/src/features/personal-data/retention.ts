import { sql } from 'kysely';
import type { CallData, Calls } from '@readerlens/contract';
import { retentionKinds } from '@readerlens/contract/personal-data';
import type { RetentionKind, RetentionPeriods } from '@readerlens/contract/personal-data';
import { cleanupLeaseSeconds, cleanupPauseSeconds, retentionEverySeconds } from '../../deadlines.ts';
import type { Services } from '../../people/services.ts';
import type { Database } from '../../platform/db/index.ts';
import type { JobKind } from '../../platform/jobs/index.ts';
import { daySeconds, secondsAfter } from '../../platform/time.ts';
import { tellAreas } from '../../sendings/area-notices.ts';
import { eraseWithin } from './erase.ts';
import { erasedName } from './rewrite.ts';

type Counts = Partial<Record<RetentionKind, number>>;
type Parts = Pick<Services, 'config' | 'jobs'> & { readonly db: Database };
type Prune = (parts: Parts, before: Date) => Promise<number>;

/** Rows of one transaction, so that none holds locks for long. */
const activitiesAtOnce = 5000;
const readersAtOnce = 50;
/** The next run does the rest. */
const mostBatches = 200;

const inBatches = async (prune: () => Promise<number>, size: number): Promise<number> => {
  let total = 0;
  for (let batch = 0; batch < mostBatches; batch += 1) {
    const count = await prune();
    total += count;
    if (count < size) break;
  }
  return total;
};

/** With what readers wrote in them, decisions about them, and that they were sent. */
const pruneActivities: Prune = ({ db }, before) =>
  inBatches(async () => {
    const { rows } = await sql<{ count: number }>`
      WITH old AS MATERIALIZED (
        SELECT client_id, id FROM engagement WHERE occurred_at < ${before} ORDER BY client_id, id
        LIMIT ${activitiesAtOnce}::integer FOR UPDATE),
      details AS (DELETE FROM engagement_detail AS d USING old
        WHERE d.client_id = old.client_id AND d.engagement_id = old.id),
      decisions AS (DELETE FROM review_decision_activity AS d USING old
        WHERE d.client_id = old.client_id AND d.engagement_id = old.id),
      alerted AS (DELETE FROM alert_activity AS a USING old
        WHERE a.client_id = old.client_id AND a.activity_id = old.id),
      reported AS (DELETE FROM activity_report_activity AS a USING old
        WHERE a.client_id = old.client_id AND a.activity_id = old.id),
      deleted AS (DELETE FROM engagement AS e USING old
        WHERE e.client_id = old.client_id AND e.id = old.id RETURNING 1)
      SELECT count(*)::integer AS count FROM deleted`.execute(db.kysely);
    return rows[0]?.count ?? 0;
  }, activitiesAtOnce);

/** Readers who did nothing since; nobody asked, so a later activity of theirs is that of a new reader. Restricted ones are kept. */
const findIdleReaders = async ({ kysely }: Database, before: Date): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    SELECT r.id FROM reader AS r
    WHERE (r.first_name, r.last_name) IS DISTINCT FROM (${erasedName.firstName}, ${erasedName.lastName})
      AND NOT EXISTS (SELECT FROM reader_restriction AS x WHERE x.reader_id = r.id)
      AND NOT EXISTS (SELECT FROM engagement AS e WHERE e.reader_id = r.id AND e.occurred_at >= ${before})
      AND NOT EXISTS (SELECT FROM webinar_registrant AS w WHERE w.email = lower(r.email) AND w.held_on >= ${before}::date)
      AND NOT EXISTS (SELECT FROM event_registrant AS v WHERE v.email = lower(r.email) AND v.starts_on >= ${before}::date)
      AND NOT EXISTS (SELECT FROM newsletter_recipient AS n WHERE n.email = lower(r.email) AND n.sent_at >= ${before})
    ORDER BY r.id LIMIT ${readersAtOnce * mostBatches}::integer`.execute(kysely);
  return rows.map(({ id }) => id);
};

/** Job title, place and organization stay, so that no figure of the past changes. */
const keep = ['jobTitle', 'place', 'organization'] as const;

const eraseIdleReaders: Prune = async (parts, before) => {
  const { db } = parts;
  const ids = await findIdleReaders(db, before);
  for (let at = 0; at < ids.length; at += readersAtOnce) {
    const readerIds = ids.slice(at, at + readersAtOnce);
    await db.transaction(
      async (trx) => {
        await eraseWithin(trx, { readerIds, keep }, undefined);
        await tellAreas(parts, trx, { event: 'erased', readerIds, requestId: null });
      },
      { timeoutMs: 0 },
    );
  }
  return ids.length;
};

/** What a deleted account has done keeps its number. */
const eraseAccounts: Prune = async ({ db: { kysely } }, before) => {
  const { rows } = await sql<{ id: number }>`
    UPDATE app_user SET email = 'deleted-' || id || '@user.invalid', first_name = '', last_name = ''
    WHERE deleted_at < ${before} AND email <> 'deleted-' || id || '@user.invalid' RETURNING id`.execute(
    kysely,
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  for (const table of ['user_identity', 'user_session', 'saved_search', 'default_filters'] as const)
    await kysely.deleteFrom(table).where('user_id', 'in', ids).execute();
  return ids.length;
};

const pruneAuditEvents: Prune = async ({ db: { kysely } }, before) => {
  const { rows } = await sql<{ count: number }>`SELECT prune_audit_events(${before}) AS count`.execute(
    kysely,
  );
  return rows[0]?.count ?? 0;
};

/** In this order: a reader without activities any more is idle. What was sent and mails have cleanups of their own. */
const prunes: Readonly<Partial<Record<RetentionKind, Prune>>> = {
  activities: pruneActivities,
  readers: eraseIdleReaders,
  accounts: eraseAccounts,
  auditEvents: pruneAuditEvents,
};

/** Removes what is older than its period. Returns the number of each kind that has one. */
export const applyRetention = async (parts: Parts, periods: RetentionPeriods, now: Date): Promise<Counts> => {
  const counts: Counts = {};
  for (const kind of retentionKinds) {
    const days = periods[kind];
    const prune = prunes[kind];
    if (prune && days > 0) counts[kind] = await prune(parts, secondsAfter(now, -days * daySeconds));
  }
  return counts;
};

export const retentionKindName = 'retention';

/** Applies the periods of the configuration once a day. */
export const retentionKind = (services: Pick<Services, 'config' | 'jobs'>): JobKind => ({
  name: retentionKindName,
  goesOnWhileHeld: true,
  concurrency: 1,
  leaseSeconds: cleanupLeaseSeconds,
  keepsLease: true,
  pauses: cleanupPauseSeconds,
  everySeconds: retentionEverySeconds,
  handle: async (_run, { db, clock }) => ({
    result: await applyRetention({ ...services, db }, services.config.retention, clock()),
  }),
});

type Retention = CallData<Calls['GET /api/personal-data/retention']>;

/** The periods, and what the last run removed. */
export const readRetention = async ({ config, db }: Pick<Services, 'config' | 'db'>): Promise<Retention> => {
  const last = await db.kysely
    .selectFrom('job_run')
    .select(['finished_at', 'result'])
    .where('kind', '=', retentionKindName)
    .where('state', '=', 'done')
    .where('finished_at', 'is not', null)
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const counts = (last?.result ?? {}) as Counts;
  return {
    periods: retentionKinds.map((kind) => ({ kind, days: config.retention[kind] || null })),
    last: last?.finished_at
      ? {
          at: last.finished_at.toISOString(),
          counts: retentionKinds.flatMap((kind) =>
            counts[kind] === undefined ? [] : [{ kind, count: counts[kind] }],
          ),
        }
      : null,
  };
};
