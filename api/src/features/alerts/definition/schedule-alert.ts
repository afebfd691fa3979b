import type { InvalidRecipients } from '@readerlens/contract';
import { disabledReasons, maxSnoozeDays } from '@readerlens/contract/alerts';
import { addDays } from '@readerlens/filters/model';
import type { Session } from '../../../people/session.ts';
import type { Services } from '../../../people/services.ts';
import { conflict } from '../../../platform/http/errors.ts';
import { deleteSchedule, localDate, saveSchedule } from '../../../platform/jobs/index.ts';
import { canonicalTimeZone } from '../../../platform/time-zone.ts';
import { checkOpen, editableAlert, managedAlert } from './alert-access.ts';
import type { KnownAlert } from './alert-access.ts';
import { alertKindName, readSchedule, buildSlotRule } from './alert-definition.ts';
import { refuse } from './alert-input.ts';
import { setRecipients } from './alert.store.ts';
import type { AlertRow, Recipient } from './alert.store.ts';
import { listClientIds, disabledText } from './disabled-reasons.ts';
import { newDefinition, saveAlert, saveSettings, stepAfter } from './edit-alert.ts';
import type { AlertEdit, AlertValues } from './edit-alert.ts';
import { findInvalidRecipients } from './recipients.ts';

interface FrequencyChange {
  readonly values: Pick<
    AlertRow,
    'frequency' | 'day_of_week' | 'day_of_month' | 'time_zone' | 'export_columns'
  >;
  readonly version: number | undefined;
  /** Whether the schedule should be active; without effect before the alert is complete. */
  readonly isActive: boolean;
}

/** Activation and everything else that decides whether an alert runs. */
export const createAlertSchedules = (services: Services) => {
  const { jobs, catalogue } = services;

  const buildReport = (
    { alert, recipients }: KnownAlert,
    session: Session,
    targets: readonly Recipient[] = recipients,
  ): Promise<InvalidRecipients> => findInvalidRecipients(services, alert, targets, session);

  /** Returns what stores the schedule of an alert in the transaction of its change. */
  const scheduling = async (
    alert: AlertRow,
    isActive: boolean,
  ): Promise<NonNullable<AlertEdit['effects']>> => {
    const clientIds = listClientIds(alert, await catalogue());
    const schedule = {
      kind: alertKindName,
      ownerId: alert.id,
      clientId: clientIds.length === 1 ? (clientIds[0] ?? null) : null,
      rule: buildSlotRule(readSchedule(alert)),
      timeZone: alert.time_zone,
      isActive,
    };
    return (trx) => saveSchedule(trx, schedule, jobs.clock());
  };

  /** Every activation starts from an empty state: nothing fires retroactively. */
  const activation = (alert: AlertRow): AlertValues => ({
    schedule_active: true,
    active_since: jobs.clock(),
    definition_version: alert.definition_version + 1,
  });

  const checkEnabled = (known: KnownAlert, session: Session): void => {
    const text = disabledText(known, session);
    if (text !== null) throw conflict(text);
  };

  /** Returns the change that makes the schedule active or not, if it is not so already. */
  const switched = async (known: KnownAlert, session: Session, isActive: boolean): Promise<AlertValues> => {
    const { alert } = known;
    if (alert.schedule_active === isActive) return {};
    if (!isActive) return { schedule_active: false };
    checkEnabled(known, session);
    return (await buildReport(known, session)).isInvalid ? {} : activation(alert);
  };

  const setFrequency = async (
    known: KnownAlert,
    session: Session,
    { values, version, isActive }: FrequencyChange,
  ): Promise<void> => {
    const alert = { ...known.alert, ...values };
    const next = { ...known, alert };
    const [change, { isInvalid }] = await Promise.all([
      switched(next, session, alert.is_complete && isActive),
      buildReport(next, session),
    ]);
    // Other spellings were stored before.
    const isMoved = values.time_zone !== canonicalTimeZone(known.alert.time_zone);
    const runs = change.schedule_active ?? alert.schedule_active;
    await saveSettings(services, known, session, {
      changed: 'frequency',
      version,
      values: {
        ...(isMoved ? newDefinition(alert, jobs.clock()) : {}),
        ...values,
        ...change,
        ...(isInvalid ? {} : { last_step: stepAfter(alert, 'Frequency') }),
      },
      ...(runs || alert.schedule_active ? { effects: await scheduling(alert, runs) } : {}),
    });
  };

  /** Stays incomplete if a recipient is invalid. */
  const complete = async (id: string, session: Session): Promise<KnownAlert> => {
    const known = await editableAlert(services, id, session);
    if (known.alert.is_complete) return known;
    checkOpen(known, 'Activate');
    if ((await buildReport(known, session)).isInvalid) return known;
    await saveSettings(services, known, session, {
      changed: 'completed',
      values: { is_complete: true, last_step: stepAfter(known.alert, 'Activate') },
    });
    return known;
  };

  /** Stays inactive if a recipient is invalid. */
  const setActive = async (known: KnownAlert, session: Session, isActive: boolean): Promise<KnownAlert> => {
    const values = await switched(known, session, isActive);
    if (values.schedule_active === undefined) return known;
    const effects = await scheduling(known.alert, isActive);
    const action = isActive ? 'alert.activate' : 'alert.deactivate';
    await saveAlert(services, known, session, { action, values, effects });
    return known;
  };

  const activate = async (id: string, session: Session): Promise<KnownAlert> => {
    const known = await editableAlert(services, id, session);
    if (!known.alert.is_complete) throw conflict('Complete the alert before you activate it.');
    return setActive(known, session, true);
  };

  const deactivate = async (id: string, session: Session): Promise<KnownAlert> =>
    setActive(await managedAlert(services, id, session), session, false);

  const snooze = async (id: string, until: string | null, session: Session): Promise<KnownAlert> => {
    const known = await managedAlert(services, id, session);
    const today = localDate(jobs.clock(), known.alert.time_zone);
    if (until !== null && (until <= today || until > addDays(today, maxSnoozeDays)))
      refuse('until', `The date must be within the next ${maxSnoozeDays} days.`);
    await saveAlert(services, known, session, {
      action: 'alert.snooze',
      detail: { until },
      values: { snoozed_until: until },
    });
    return known;
  };

  /**
   * Opens a disabled alert for an administrator: removes deleted recipients, and takes over the alert if its owner was
   * deleted or lost permissions. Reasons that remain, such as an unpaid client, are for the editor to resolve.
   */
  const enable = async (id: string, session: Session): Promise<KnownAlert> => {
    const known = await managedAlert(services, id, session);
    const { alert, recipients, reasons } = known;
    if (reasons === 0) return known;
    const active = recipients.filter(({ isActive }) => isActive);
    const isOwnerGone = !active.some(({ userId }) => userId === alert.owner_id);
    const takesOver = isOwnerGone || (reasons & disabledReasons.InsufficientUserPermissions) !== 0;
    const { user } = session;
    const others = takesOver ? active.filter(({ userId }) => userId !== user.id) : active;
    const kept = others.map(({ role, userRole, ...each }) => ({
      ...each,
      role: takesOver && each.userId === alert.owner_id ? userRole : role,
    }));
    await saveAlert(services, known, session, {
      action: 'alert.enable',
      detail: {
        removed: recipients.filter(({ isActive }) => !isActive).map(({ email }) => email),
        takenOver: takesOver,
      },
      values: {
        enabled_reasons: reasons,
        ...(takesOver ? { owner_id: user.id, ...newDefinition(alert, jobs.clock()) } : {}),
      },
      effects: (trx) =>
        setRecipients(
          trx,
          id,
          takesOver ? [{ userId: user.id, isEmailSubscribed: true, role: 'Admin' }, ...kept] : kept,
        ),
    });
    return known;
  };

  const remove = async (id: string, session: Session): Promise<void> => {
    const known = await managedAlert(services, id, session);
    await saveAlert(services, known, session, {
      action: 'alert.delete',
      values: { deleted_at: jobs.clock(), schedule_active: false },
      effects: (trx) => deleteSchedule(trx, alertKindName, id),
    });
  };

  return {
    buildReport,
    scheduling,
    setFrequency,
    complete,
    activate,
    deactivate,
    snooze,
    enable,
    remove,
  };
};
