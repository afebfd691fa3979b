import { createJobQueue, saveSchedule } from '../../../platform/jobs/index.ts';
import { daysAfter } from '../../../platform/time.ts';
import { runPastSlots, silent } from '../../../sendings/past-slots.ts';
import { alertKindName, readSchedule, buildSlotRule } from '../definition/alert-definition.ts';
import { alertKind } from './alert-job.ts';
import type { SendingServices } from '../../../sendings/services.ts';
import { alerts } from '../definition/alert.store.ts';
import type { AlertRow } from '../definition/alert.store.ts';

/** Runs the slots from the activation of an alert until now. */
const runAlertSlots = async (services: SendingServices, alert: AlertRow, now: Date): Promise<void> => {
  const { id: ownerId, time_zone: timeZone, active_since: since } = alert;
  const rule = buildSlotRule(readSchedule(alert));
  const times = { since: since ?? now, until: now, now, delaySeconds: 40 };
  const past = { kind: alertKindName, ownerId, rule, timeZone, ...times };
  await runPastSlots(services.db, past, async (run, context) => {
    const jobs = createJobQueue(context.clock);
    const kind = alertKind({ ...services, jobs }, silent, { sendsMail: false });
    for await (const ends of kind.handleAll([run], context))
      for (const end of ends) {
        if ('error' in end) throw end.error;
        const { changes } = end.outcome;
        if (changes) await services.db.transaction(async (trx) => kind.storeAll?.(trx, [changes]));
      }
  });
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
export const runPastAlerts = async (
  services: SendingServices,
  { now, unreadDays }: PastOptions,
): Promise<void> => {
  const { kysely } = services.db;
  const active = await alerts(kysely).where('schedule_active', '=', true).orderBy('created_at').execute();
  for (const alert of active) {
    // What is suspended now was not before.
    await kysely.updateTable('alert').set({ snoozed_until: null }).where('id', '=', alert.id).execute();
    await runAlertSlots(services, alert, now);
    await services.db.transaction(async (trx) => {
      const { id, time_zone: timeZone, snoozed_until } = alert;
      const rule = buildSlotRule(readSchedule(alert));
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
