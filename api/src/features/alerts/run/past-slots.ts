import { randomUUID } from 'node:crypto';
import { createJobQueue, saveSchedule, slotAfter } from '../../../platform/jobs/index.ts';
import { daysAfter, secondsAfter } from '../../../platform/time.ts';
import type { LeasedRun } from '../../../platform/jobs/index.ts';
import { alertKindName, scheduleOf } from '../definition/alert-definition.ts';
import { alertKind } from './alert-job.ts';
import type { AlertJobServices } from './alert-job.ts';
import { alerts } from '../definition/alert.store.ts';
import type { AlertRow } from '../definition/alert.store.ts';
import { slotRuleOf } from '../rules/windows.ts';

const silent = { info: () => {} };
/** After its slot, as a worker needs some time. */
const delaySeconds = 40;

const leased = (alert: AlertRow, slot: { readonly key: string; readonly at: Date }): LeasedRun => ({
  id: randomUUID(),
  kind: alertKindName,
  ownerId: alert.id,
  clientId: null,
  slotKey: slot.key,
  slotAt: slot.at,
  missedSlots: 0,
  attempts: 1,
  leaseToken: randomUUID(),
});

/** Runs the slots from the activation of an alert until now. */
const runSlotsOf = async (services: AlertJobServices, alert: AlertRow, now: Date): Promise<void> => {
  const { db } = services;
  const rule = slotRuleOf(scheduleOf(alert));
  const since = alert.active_since ?? now;
  for (
    let slot = slotAfter(rule, alert.time_zone, since);
    slot.at <= now;
    slot = slotAfter(rule, alert.time_zone, slot.at)
  ) {
    const at = secondsAfter(slot.at, delaySeconds);
    const clock = () => (at < now ? at : now);
    const kind = alertKind({ ...services, jobs: createJobQueue(clock) }, silent, { sendsMail: false });
    const context = { db, clock, signal: new AbortController().signal };
    for await (const ends of kind.handleAll([leased(alert, slot)], context))
      for (const end of ends) {
        if ('error' in end) throw end.error;
        const { changes } = end.outcome;
        if (changes) await db.transaction(async (trx) => kind.storeAll?.(trx, [changes]));
      }
  }
};

interface PastOptions {
  readonly now: Date;
  /** Earlier results are marked as read. */
  readonly unreadDays: number;
}

/**
 * For demo data: stores the results that the active alerts would have, had a worker been running since their activation,
 * and plans their next runs. Sends no mail.
 */
export const runPastSlots = async (
  services: AlertJobServices,
  { now, unreadDays }: PastOptions,
): Promise<void> => {
  const { kysely } = services.db;
  const active = await alerts(kysely).where('schedule_active', '=', true).orderBy('created_at').execute();
  for (const alert of active) {
    // What is suspended now was not before.
    await kysely.updateTable('alert').set({ snoozed_until: null }).where('id', '=', alert.id).execute();
    await runSlotsOf(services, alert, now);
    await services.db.transaction(async (trx) => {
      const { id, time_zone: timeZone, snoozed_until } = alert;
      const rule = slotRuleOf(scheduleOf(alert));
      await trx.updateTable('alert').set({ snoozed_until }).where('id', '=', id).execute();
      await saveSchedule(trx, { kind: alertKindName, ownerId: id, rule, timeZone }, now);
    });
  }
  const readBefore = daysAfter(now, -unreadDays);
  await kysely
    .updateTable('alert_run_recipient')
    .set({ is_read: true })
    .where('run_id', 'in', (from) =>
      from.selectFrom('alert_run').select('id').where('run_at', '<', readBefore),
    )
    .execute();
};
