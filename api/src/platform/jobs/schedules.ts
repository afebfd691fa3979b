import { sql } from 'kysely';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { clockToleranceSeconds } from '../../deadlines.ts';
import type { Database, ScheduleTable, Schema } from '../db/index.ts';
import { secondsAfter } from '../time.ts';
import { readHold } from './hold.ts';
import type { JobKind } from './job-kind.ts';
import { catchUp, slotAfter, slotInZone } from './slots.ts';
import type { CatchUp, Slot, SlotRule } from './slots.ts';

/** The owner of the schedules that the product has by itself. */
export const systemOwner = 'system';

export interface ScheduleInput {
  kind: string;
  ownerId: string;
  clientId?: number | null;
  rule: SlotRule;
  /** IANA name. */
  timeZone: string;
  isActive?: boolean;
}

/** Ignores the order of properties, which the database changes. */
const isSameRule = (one: SlotRule, other: SlotRule): boolean => {
  const sorted = (rule: SlotRule) =>
    JSON.stringify(Object.entries(rule).sort(([a], [b]) => (a < b ? -1 : 1)));
  return sorted(one) === sorted(other);
};

/**
 * The first slot to plan. A new rule or a reactivated schedule starts with the next slot, without catching up. A new
 * time zone keeps the date of the next slot.
 */
const firstSlot = (
  previous: Selectable<ScheduleTable> | undefined,
  { rule, timeZone }: ScheduleInput,
  after: Date,
): Slot => {
  if (!previous?.is_active || !isSameRule(previous.rule, rule)) return slotAfter(rule, timeZone, after);
  return slotInZone(rule, timeZone, previous.next_slot_key);
};

/**
 * Creates or updates the schedule of an owner; does nothing if it is unchanged. A new schedule or rule starts with the
 * first slot after `since`.
 */
export const saveSchedule = async (
  trx: Transaction<Schema>,
  input: ScheduleInput,
  now: Date,
  since = now,
): Promise<void> => {
  const { kind, ownerId, clientId = null, rule, timeZone, isActive = true } = input;
  const previous = await trx
    .selectFrom('schedule')
    .selectAll()
    .where('kind', '=', kind)
    .where('owner_id', '=', ownerId)
    .forUpdate()
    .executeTakeFirst();
  const isSame =
    previous?.time_zone === timeZone && previous.is_active === isActive && isSameRule(previous.rule, rule);
  if (isSame && previous.client_id === clientId) return;
  const slot = firstSlot(previous, input, since);
  const columns = {
    client_id: clientId,
    rule: JSON.stringify(rule),
    time_zone: timeZone,
    is_active: isActive,
    next_slot_key: slot.key,
    next_slot_at: slot.at,
    planned_at: now,
  };
  await trx
    .insertInto('schedule')
    .values({ kind, owner_id: ownerId, ...columns })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'owner_id']).doUpdateSet((set) => ({
        ...columns,
        version: sql<number>`${set.ref('schedule.version')} + 1`,
      })),
    )
    .execute();
};

export const deleteSchedule = async (trx: Kysely<Schema>, kind: string, ownerId: string): Promise<void> => {
  await trx.deleteFrom('schedule').where('kind', '=', kind).where('owner_id', '=', ownerId).execute();
};

/** Whether anything is scheduled that people have set up, such as an alert. */
export const hasSchedulesOfPeople = async (kysely: Kysely<Schema>): Promise<boolean> => {
  const found = await kysely
    .selectFrom('schedule')
    .select('id')
    .where('is_active', '=', true)
    .where('owner_id', '!=', systemOwner)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
};

type DueSchedule = Pick<
  Selectable<ScheduleTable>,
  'id' | 'kind' | 'owner_id' | 'client_id' | 'rule' | 'time_zone' | 'next_slot_key' | 'next_slot_at'
>;

const batchSize = 200;

type PlannedKind = Pick<JobKind, 'name' | 'goesOnWhileHeld'>;

/** Locks due schedules, and those planned by a clock that was later set back. */
const lockDue = async (
  trx: Transaction<Schema>,
  kinds: readonly PlannedKind[],
  now: Date,
): Promise<DueSchedule[]> => {
  const isHeld = (await readHold(trx)) !== undefined;
  const names = kinds.filter(({ goesOnWhileHeld }) => goesOnWhileHeld || !isHeld).map(({ name }) => name);
  if (names.length === 0) return [];
  return await trx
    .selectFrom('schedule')
    .select(['id', 'kind', 'owner_id', 'client_id', 'rule', 'time_zone', 'next_slot_key', 'next_slot_at'])
    .where('is_active', '=', true)
    .where('kind', 'in', names)
    .where((where) =>
      where.or([
        where('next_slot_at', '<=', now),
        where('planned_at', '>', secondsAfter(now, clockToleranceSeconds)),
      ]),
    )
    .orderBy('next_slot_at')
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute();
};

/** The slots to plan; only the next slot if the clock was set back. */
const planSlots = (
  { rule, time_zone, next_slot_key, next_slot_at }: DueSchedule,
  now: Date,
): Partial<CatchUp> & { next: Slot } =>
  next_slot_at <= now
    ? catchUp(rule, time_zone, { key: next_slot_key, at: next_slot_at }, now)
    : { next: slotAfter(rule, time_zone, now) };

const addRuns = async (
  trx: Transaction<Schema>,
  plans: readonly { due: DueSchedule; plan: Partial<CatchUp> }[],
  now: Date,
) => {
  const rows = plans.flatMap(({ due: { kind, owner_id, client_id }, plan: { latest, missed = 0 } }) =>
    latest
      ? [
          {
            kind,
            owner_id,
            client_id,
            slot_key: latest.key,
            slot_at: latest.at,
            missed_slots: missed,
            next_at: now,
            created_at: now,
          },
        ]
      : [],
  );
  if (rows.length === 0) return 0;
  const added = await trx
    .insertInto('job_run')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['kind', 'owner_id', 'slot_key']).doNothing())
    .returning('id')
    .execute();
  return added.length;
};

const setNextSlots = (
  trx: Transaction<Schema>,
  plans: readonly { due: DueSchedule; plan: { next: Slot } }[],
  now: Date,
) =>
  sql`
    UPDATE schedule SET next_slot_key = next.key, next_slot_at = next.at, planned_at = ${now}
    FROM unnest(${plans.map(({ due }) => due.id)}::uuid[], ${plans.map(({ plan }) => plan.next.key)}::text[],
                ${plans.map(({ plan }) => plan.next.at.toISOString())}::timestamptz[]) AS next (id, key, at)
    WHERE schedule.id = next.id`.execute(trx);

/**
 * Queues one run for each due schedule, for its latest due slot; earlier slots are only counted. Safe to call in
 * several processes at once; plans nothing that is held, whose slots then stay due. Returns the number of new runs.
 */
export const planRuns = async (db: Database, kinds: readonly PlannedKind[], now: Date): Promise<number> => {
  let added = 0;
  for (;;) {
    const planned = await db.transaction(async (trx) => {
      const schedules = await lockDue(trx, kinds, now);
      if (schedules.length === 0) return 0;
      const plans = schedules.map((due) => ({ due, plan: planSlots(due, now) }));
      added += await addRuns(trx, plans, now);
      await setNextSlots(trx, plans, now);
      return schedules.length;
    });
    if (planned < batchSize) return added;
  }
};
