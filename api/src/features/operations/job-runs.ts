import type { JobRun, JobSummary, RunState } from '@readerlens/contract';
import { runStates } from '@readerlens/contract';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { lateRunSeconds } from '../../deadlines.ts';
import { maskedText } from '../../people/blinding/pseudonyms.ts';
import type { Schema } from '../../platform/db/index.ts';
import { readOldestDue } from '../../platform/jobs/index.ts';
import { secondsAfter } from '../../platform/time.ts';
import { mailKindName } from '../../platform/mail/mail-kind.ts';

/** The displayed state: a queued run is either due or waiting. */
const shownState = (now: Date) =>
  sql<RunState>`CASE WHEN job_run.state <> 'queued' THEN job_run.state
                     WHEN job_run.next_at <= ${now} THEN 'due' ELSE 'waiting' END`;

const isoOrNull = (instant: Date | null) => instant?.toISOString() ?? null;

const readCounts = (kysely: Kysely<Schema>, now: Date) =>
  kysely
    .selectFrom('job_run')
    .select(({ fn }) => ['kind', shownState(now).as('state'), fn.countAll<number>().as('runs')])
    .groupBy(['kind', sql`2`])
    .execute();

const readLastRuns = (kysely: Kysely<Schema>, now: Date) =>
  kysely
    .selectFrom('job_run')
    .distinctOn('kind')
    .select(['kind', shownState(now).as('state'), 'started_at', 'finished_at'])
    .where('started_at', 'is not', null)
    .orderBy('kind')
    .orderBy('started_at', 'desc')
    .execute();

const readNextSlots = (kysely: Kysely<Schema>) =>
  kysely
    .selectFrom('schedule')
    .select(({ fn }) => ['kind', fn.min('next_slot_at').as('next_at')])
    .where('is_active', '=', true)
    .groupBy('kind')
    .execute();

/** Every kind that has runs or a schedule, by name. `heldBecause` returns the reason why workers skip a kind. */
export const readJobs = async (
  kysely: Kysely<Schema>,
  now: Date,
  heldBecause: (kind: string) => string | undefined,
): Promise<JobSummary[]> => {
  const counts = await readCounts(kysely, now);
  const last = new Map((await readLastRuns(kysely, now)).map((run) => [run.kind, run]));
  const next = new Map((await readNextSlots(kysely)).map(({ kind, next_at }) => [kind, next_at]));
  const oldest = await readOldestDue(kysely, now);
  const lateSince = (kind: string): Date | undefined => {
    const since = heldBecause(kind) === undefined ? oldest.get(kind) : undefined;
    return since && since < secondsAfter(now, -lateRunSeconds) ? since : undefined;
  };
  const kinds = [...new Set([...counts.map(({ kind }) => kind), ...next.keys()])].sort();
  return kinds.map((kind) => {
    const run = last.get(kind);
    const late = lateSince(kind);
    const held = heldBecause(kind);
    const count = (state: RunState) =>
      counts.find((each) => each.kind === kind && each.state === state)?.runs ?? 0;
    return {
      kind,
      counts: Object.fromEntries(runStates.map((state) => [state, count(state)])) as JobSummary['counts'],
      nextAt: isoOrNull(next.get(kind) ?? null),
      lastRun: run?.started_at
        ? {
            state: run.state,
            startedAt: run.started_at.toISOString(),
            finishedAt: isoOrNull(run.finished_at),
          }
        : null,
      ...(late ? { lateSince: late.toISOString() } : {}),
      ...(held === undefined ? {} : { held }),
    };
  });
};

export interface RunsFilter {
  kind?: string | undefined;
  state?: RunState | undefined;
  page?: number | undefined;
  size?: number | undefined;
}

/** What the owners of runs are called, by their id, without those that are gone. */
export type NameOwners = (
  kysely: Kysely<Schema>,
  ownerIds: readonly string[],
) => Promise<ReadonlyMap<string, string>>;

/** By the kind of run. */
export type OwnerNames = Readonly<Record<string, NameOwners>>;

const nameMails: NameOwners = async (kysely, mailIds) => {
  const mails = await kysely
    .selectFrom('outbox_mail')
    .select(['id', 'to_address'])
    .where('id', 'in', mailIds.map(Number))
    .execute();
  return new Map(mails.map(({ id, to_address }) => [String(id), to_address]));
};

/** What each run is about, by kind and owner. */
const readNames = async (
  kysely: Kysely<Schema>,
  rows: readonly { readonly kind: string; readonly owner_id: string }[],
  names: OwnerNames,
): Promise<(kind: string, ownerId: string) => string | undefined> => {
  const byKind = new Map<string, ReadonlyMap<string, string>>();
  for (const [kind, nameOwners] of Object.entries({ ...names, [mailKindName]: nameMails })) {
    const ownerIds = [...new Set(rows.filter((row) => row.kind === kind).map(({ owner_id }) => owner_id))];
    if (ownerIds.length > 0) byKind.set(kind, await nameOwners(kysely, ownerIds));
  }
  return (kind, ownerId) => byKind.get(kind)?.get(ownerId);
};

const filteredRuns = (kysely: Kysely<Schema>, { kind, state }: RunsFilter, now: Date) =>
  kysely
    .selectFrom('job_run')
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .$if(state !== undefined, (query) => query.where(shownState(now), '=', state ?? 'due'));

/** One page of runs, latest slot first. */
export const readRuns = async (
  kysely: Kysely<Schema>,
  filter: RunsFilter,
  { now, blinded, names }: { now: Date; blinded: boolean; names: OwnerNames },
): Promise<{ items: JobRun[]; total: number }> => {
  const { page = 1, size = 25 } = filter;
  const rows = await filteredRuns(kysely, filter, now)
    .selectAll()
    .select(shownState(now).as('shown_state'))
    .orderBy('slot_at', 'desc')
    .orderBy('id')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const { total } = await filteredRuns(kysely, filter, now)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  // Names of alerts and addresses of mails identify clients.
  const findName = blinded ? () => undefined : await readNames(kysely, rows, names);
  const items = rows.map((row): JobRun => {
    const about = findName(row.kind, row.owner_id);
    return {
      id: row.id,
      kind: row.kind,
      ownerId: row.owner_id,
      ...(about === undefined ? {} : { about }),
      slot: row.slot_key,
      slotAt: row.slot_at.toISOString(),
      missedSlots: row.missed_slots,
      state: row.shown_state,
      attempts: row.attempts,
      nextAt: row.state === 'queued' ? row.next_at.toISOString() : null,
      startedAt: isoOrNull(row.started_at),
      finishedAt: isoOrNull(row.finished_at),
      // Servers of mail and webhooks repeat addresses, which identify clients.
      error: blinded && row.error !== null ? maskedText : row.error,
    };
  });
  return { items, total };
};
