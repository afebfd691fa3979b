import { mayDo } from '@readerlens/contract';
import { isStepOpen } from '@readerlens/contract/alert-progress';
import type { AlertStep } from '@readerlens/contract/alerts';
import type { NotificationLevel } from '@readerlens/contract';
import { conflict, forbidden, noSuchThing } from '../../../platform/http/errors.ts';
import type { Session } from '../../../people/session.ts';
import type { Services } from '../../../people/services.ts';
import { findAlert, readRecipients } from './alert.store.ts';
import type { AlertRow, Recipient } from './alert.store.ts';
import { findDisabledReasons, disabledText } from './disabled-reasons.ts';

/** An alert with what decides who may do what with it. */
export interface KnownAlert {
  readonly alert: AlertRow;
  readonly recipients: readonly Recipient[];
  /** Bits of `disabledReasons`. */
  readonly reasons: number;
}

export const noSuchAlert = () => noSuchThing('alert');

/** Tells whether a person also manages the alerts of the other accounts that they may see. */
export const managesAll = ({
  notificationLevel,
}: {
  readonly notificationLevel: NotificationLevel;
}): boolean => notificationLevel === 'Admin';

export const isOwn = ({ owner_id }: Pick<AlertRow, 'owner_id'>, { user }: Pick<Session, 'user'>): boolean =>
  owner_id === user.id;

/** Tells whether a person may see the account of the owner. The alert of a deleted one is there to be taken over. */
const seesOwner = (alert: AlertRow, { user }: Pick<Session, 'user'>): boolean =>
  mayDo('view', user, { id: alert.owner_id, role: alert.owner_role });

/**
 * Whether a person may change an alert: their own, and at level Admin those of accounts that they may see. The level
 * widens what one may do, not with whose things. Recipients see an alert, but do not change it.
 */
export const mayManage = (alert: AlertRow, session: Session): boolean =>
  session.claims.includes('manageNotifications') &&
  (isOwn(alert, session) || (managesAll(session) && seesOwner(alert, session)));

const isRecipient = ({ recipients }: KnownAlert, { user }: Session): boolean =>
  recipients.some(({ userId }) => userId === user.id);

/** Tells whether an administrator has enabled a disabled alert, with all the present reasons known. */
export const isEnabled = ({ alert, reasons }: KnownAlert): boolean =>
  (reasons & ~alert.enabled_reasons) === 0;

/**
 * Whether edits are open. Administrators can also edit a disabled alert that they have enabled, and owners their drafts:
 * a draft does not run, and its owner can remove what disables it.
 */
export const isEditable = (known: KnownAlert, session: Session): boolean => {
  const { alert, reasons } = known;
  if (!mayManage(alert, session)) return false;
  if (reasons === 0 || (managesAll(session) && isEnabled(known))) return true;
  return !alert.is_complete && isOwn(alert, session);
};

export const knownAlert = async (services: Services, alert: AlertRow): Promise<KnownAlert> => {
  const [recipients, [reasons = 0]] = await Promise.all([
    readRecipients(services.db.kysely, [alert.id]),
    findDisabledReasons(services, [alert]),
  ]);
  return { alert, recipients, reasons };
};

/** @throws AppError 404 if there is no such alert or the caller neither manages nor receives it */
export const readableAlert = async (
  services: Services,
  id: string,
  session: Session,
): Promise<KnownAlert> => {
  const alert = await findAlert(services.db.kysely, id);
  if (!alert) throw noSuchAlert();
  const known = await knownAlert(services, alert);
  if (!mayManage(alert, session) && !isRecipient(known, session)) throw noSuchAlert();
  return known;
};

/** @throws AppError as `readableAlert`, and 403 for recipients who do not manage the alert */
export const managedAlert = async (services: Services, id: string, session: Session): Promise<KnownAlert> => {
  const known = await readableAlert(services, id, session);
  if (!mayManage(known.alert, session)) throw forbidden();
  return known;
};

/** @throws AppError as `managedAlert`, and 409 with the reason for a disabled alert */
export const editableAlert = async (
  services: Services,
  id: string,
  session: Session,
): Promise<KnownAlert> => {
  const known = await managedAlert(services, id, session);
  const text = disabledText(known, session);
  if (text !== null && !isEditable(known, session)) throw conflict(text);
  return known;
};

/**
 * Checks the state that a save leads to, not the stored one, so that a change that ends a reason is open.
 * @throws AppError 409 for a save that leaves a disabled draft as it was
 */
export const checkLeadsTo = async (
  services: Services,
  known: KnownAlert,
  next: Pick<KnownAlert, 'alert' | 'recipients'>,
  session: Session,
): Promise<void> => {
  if (known.reasons === 0 || (managesAll(session) && isEnabled(known))) return;
  const [reasons = 0] = await findDisabledReasons(services, [next.alert], { recipients: next.recipients });
  const text = disabledText({ ...next, reasons }, session);
  if (text !== null && reasons === known.reasons) throw conflict(text);
};

/** Returns what the progress of an alert depends on, as the wizard sees it. */
const buildProgress = ({ alert, recipients }: Pick<KnownAlert, 'alert' | 'recipients'>) => ({
  $type: alert.type,
  filters: alert.filters as unknown[],
  activityMonths: alert.activity_months,
  targets: recipients,
  exportColumns: alert.export_columns,
  lastStepCompleted: alert.last_step,
});

/** @throws AppError 409 if a step before this one is not done */
export const checkOpen = (known: KnownAlert, step: AlertStep): void => {
  if (!isStepOpen(buildProgress(known), step)) throw conflict('Complete the steps before this one first.');
};
