import type { Alert, AlertDescription, AlertListRow, AlertSchedule } from '@readerlens/contract';
import { findExportColumn } from '@readerlens/contract/explorer';
import { shownTexts } from '../../../people/blinding/written-texts.ts';
import { createShownModels } from '../../../activities/searches/shown-model.ts';
import type { ModelAccess } from '../../../activities/searches/shown-model.ts';
import type { Session, Viewer } from '../../../people/session.ts';
import type { Services } from '../../../people/services.ts';
import { isEditable, isEnabled, managesAll, mayManage, readableAlert } from './alert-access.ts';
import type { KnownAlert } from './alert-access.ts';
import type { AlertRow } from './alert.store.ts';
import { findNextRun, readBehavior, readRule, readSchedule } from './alert-definition.ts';
import { describeRule, listWatched, readWatched } from './alert-selection.ts';
import type { Watched } from './alert-selection.ts';
import { namedSubject } from './alert-subject.ts';
import { disabledText } from './disabled-reasons.ts';
import { findInvalidRecipients, buildTarget } from './recipients.ts';

const daysInWords = { First: '1st', Mid: '15th' } as const;

/** Writes 'Weekly on Monday at 06:00 (Europe/Berlin)'. */
export const scheduleInWords = (
  { frequency, dayOfWeek, dayOfMonth }: AlertSchedule,
  timeZone: string,
): string => {
  const days = {
    Daily: 'Daily',
    Weekly: `Weekly on ${dayOfWeek}`,
    Monthly: `Monthly on the ${daysInWords[dayOfMonth]}`,
  } as const;
  return `${days[frequency]} at 06:00 (${timeZone})`;
};

const formatInstant = (moment: Date | null): string | null => moment?.toISOString() ?? null;

/** An alert in a list. */
export const buildListRow = (
  known: KnownAlert,
  session: Session,
): Omit<AlertListRow, 'rule' | 'undeliveredTo'> => {
  const { alert, reasons } = known;
  return {
    id: alert.id,
    ...shownTexts('Alert', alert.id, alert, session),
    $type: alert.type,
    createdBy: alert.created_by_name,
    updatedOn: alert.updated_at.toISOString(),
    updatedBy: alert.updated_by_name,
    lastRunOn: formatInstant(alert.last_run_at),
    nextRunOn: reasons === 0 ? formatInstant(findNextRun(alert)) : null,
    snoozedUntil: alert.snoozed_until,
    isComplete: alert.is_complete,
    scheduleActive: alert.schedule_active,
    isReadOnly: !mayManage(alert, session),
    editable: isEditable(known, session),
    disabled: reasons !== 0,
    disabledReason: disabledText(known, session),
    disabledReasonType: reasons,
    lastStepCompleted: alert.last_step,
  };
};

type Code<Name extends 'aggField' | 'thresholdDirection'> = Alert[Name];

const findAccess = (alert: AlertRow, session: Session): ModelAccess => {
  if (alert.owner_id === session.user.id) return 'owns';
  return mayManage(alert, session) ? 'edits' : 'reads';
};

/** An alert as its caller may see it. */
export const alertView = async (services: Services, known: KnownAlert, session: Session): Promise<Alert> => {
  const { alert, recipients } = known;
  const [[model], invalidRecipients, subject] = await Promise.all([
    createShownModels(services)([alert], session, findAccess(alert, session)),
    findInvalidRecipients(services, alert, recipients, session),
    namedSubject(services, alert, session),
  ]);
  const row = buildListRow(known, session);
  return {
    ...row,
    filters: model?.filters ?? [],
    indices: model?.indices ?? [],
    subject,
    aggField: alert.agg_field as Code<'aggField'>,
    ...readBehavior(alert),
    thresholdDirection: alert.threshold_direction as Code<'thresholdDirection'>,
    targets: recipients.map((recipient) => buildTarget(recipient, session)),
    frequency: alert.frequency,
    dayOfWeek: alert.day_of_week,
    dayOfMonth: alert.day_of_month,
    timeZone: alert.time_zone,
    createdOn: alert.created_at.toISOString(),
    exportColumns: alert.export_columns.flatMap((name) => {
      const column = findExportColumn(name);
      return column ? [{ field: column.field, category: column.category }] : [];
    }),
    externalId: alert.external_id,
    ownerId: String(alert.owner_id),
    safeSender: services.config.safeSenderText,
    canEnable: managesAll(session) && mayManage(alert, session) && !isEnabled(known),
    invalidRecipients: invalidRecipients.isInvalid ? invalidRecipients : null,
    version: alert.version,
  };
};

const writeRule = (alert: AlertRow, watched: Watched): string => {
  const rule = readRule(alert);
  return rule ? describeRule(rule, watched) : '';
};

/** The rules of alerts with their filters, in the order of the alerts; empty for an alert that is not complete. */
export const rulesInWords = async (
  services: Pick<Services, 'db' | 'catalogue'>,
  alerts: readonly AlertRow[],
  viewer: Viewer,
): Promise<string[]> => {
  const watched = await readWatched(services, alerts, viewer);
  return alerts.map((alert, index) => (alert.is_complete ? writeRule(alert, watched[index]!) : ''));
};

/** Describes the parameters of an alert, for people who manage or receive it. */
export const describeAlert = async (
  services: Services,
  id: string,
  session: Session,
): Promise<AlertDescription> => {
  const known = await readableAlert(services, id, session);
  const { alert, reasons } = known;
  const [watched] = await readWatched(services, [alert], session);
  return {
    name: shownTexts('Alert', alert.id, alert, session).name,
    schedule: scheduleInWords(readSchedule(alert), alert.time_zone),
    rule: writeRule(alert, watched!),
    filters: listWatched(watched!),
    editable: isEditable(known, session),
    disabled: reasons !== 0,
    disabledReason: disabledText(known, session),
  };
};
