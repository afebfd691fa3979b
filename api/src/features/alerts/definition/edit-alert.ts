import type { Transaction, Updateable } from 'kysely';
import type { AuditAction } from '@readerlens/contract';
import { alertSteps } from '@readerlens/contract/alerts';
import type { AlertStep } from '@readerlens/contract/alerts';
import { auditedIdentities } from '../../../platform/audit.ts';
import type { Schema } from '../../../platform/db/index.ts';
import { conflict } from '../../../platform/http/errors.ts';
import type { Session } from '../../../people/session.ts';
import type { Services } from '../../../people/services.ts';
import { checkLeadsTo, knownAlert, noSuchAlert } from './alert-access.ts';
import type { KnownAlert } from './alert-access.ts';
import { changeAlert, findAlert, lockAlert } from './alert.store.ts';
import type { AlertRow, Recipient } from './alert.store.ts';
import { findActorId } from '../../../people/session.ts';

export type AlertValues = Updateable<Schema['alert']>;

/** Returns the progress after saving a step; it never moves back. */
export const stepAfter = ({ last_step }: Pick<AlertRow, 'last_step'>, step: AlertStep): number =>
  Math.max(last_step, alertSteps[step]);

/** Sets what a changed definition needs: runs of an active alert start from an empty state, and nothing fires retroactively. */
export const newDefinition = (alert: AlertRow, now: Date): AlertValues =>
  alert.active_since ? { definition_version: alert.definition_version + 1, active_since: now } : {};

export interface AlertEdit {
  readonly action: AuditAction;
  readonly detail?: Readonly<Record<string, unknown>>;
  /** The version that was edited; a change of any other version is refused. */
  readonly version?: number | undefined;
  readonly values: AlertValues;
  /** Further changes in the transaction. */
  readonly effects?: (trx: Transaction<Schema>) => Promise<void>;
}

const changedMeanwhile = () => conflict('Someone else has changed this alert since you opened it.');

/**
 * Stores a change of an alert that was read before, with its audit event.
 * @throws AppError 409 if the alert has changed since it was read or since `version`
 */
export const saveAlert = async (
  services: Pick<Services, 'db' | 'audit' | 'jobs'>,
  { alert, reasons }: KnownAlert,
  session: Session,
  { action, detail = {}, version = alert.version, values, effects }: AlertEdit,
): Promise<void> => {
  const { db, audit, jobs } = services;
  if (version !== alert.version) throw changedMeanwhile();
  await db.transaction(async (trx) => {
    const locked = await lockAlert(trx, alert.id);
    if (!locked) throw noSuchAlert();
    if (locked.version !== alert.version) throw changedMeanwhile();
    const enabled = reasons === 0 ? { enabled_reasons: 0 } : {};
    await changeAlert(
      trx,
      alert.id,
      { ...enabled, ...values },
      { userId: findActorId(session), now: jobs.clock() },
    );
    await effects?.(trx);
    await audit.record(
      {
        ...auditedIdentities(session),
        action,
        accountId: alert.owner_id,
        detail: { id: alert.id, ...detail },
      },
      trx,
    );
  });
};

export interface AlertSettings extends Omit<AlertEdit, 'action' | 'detail'> {
  /** For the audit log. */
  readonly changed: string;
  /** The filters and recipients that the save leads to; without them those that are stored. */
  readonly leadsTo?: { readonly filters?: unknown; readonly recipients?: readonly Recipient[] };
}

/**
 * Stores settings from the wizard.
 * @throws AppError as `saveAlert` and `checkLeadsTo`
 */
export const saveSettings = async (
  services: Services,
  known: KnownAlert,
  session: Session,
  { leadsTo = {}, changed, ...edit }: AlertSettings,
): Promise<void> => {
  const { filters = known.alert.filters, recipients = known.recipients } = leadsTo;
  await checkLeadsTo(services, known, { alert: { ...known.alert, filters }, recipients }, session);
  await saveAlert(services, known, session, { ...edit, action: 'alert.update', detail: { changed } });
};

/** The alert after a change. */
export const reread = async (services: Services, { alert }: KnownAlert): Promise<KnownAlert> => {
  const row = await findAlert(services.db.kysely, alert.id);
  if (!row) throw noSuchAlert();
  return knownAlert(services, row);
};
