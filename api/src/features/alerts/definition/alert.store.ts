import { sql } from 'kysely';
import type { Insertable, Kysely, Selectable, SqlBool, Transaction, Updateable } from 'kysely';
import type { Role } from '@readerlens/contract';
import { sqlLikePattern } from '@readerlens/filters/model';
import { writtenLabelSql } from '../../../people/blinding/written-texts.ts';
import type { Session } from '../../../people/session.ts';
import { nameOfPersonSql, personNameSql } from '../../../people/person-name.ts';
import type { Schema } from '../../../platform/db/index.ts';
import { isUuid } from '@readerlens/contract/guards';

type Executor = Kysely<Schema> | Transaction<Schema>;

export type AlertRow = Selectable<Schema['alert']> & {
  readonly created_by_name: string;
  readonly updated_by_name: string;
  readonly owner_role: Role;
  /** Of the next run of an active schedule. */
  readonly next_run_at: Date | null;
};

const nameOrNone = (column: 'created_by' | 'updated_by') =>
  sql<string>`coalesce(${nameOfPersonSql(`alert.${column}`)}, '')`;

const ownerRole = sql<Role>`(SELECT role FROM app_user WHERE app_user.id = alert.owner_id)`;

const nextRun = sql<Date | null>`(SELECT next_slot_at FROM schedule
  WHERE schedule.kind = 'alert' AND schedule.owner_id = alert.id::text AND schedule.is_active)`;

/** Alerts that are not deleted. */
export const alerts = (db: Executor) =>
  db
    .selectFrom('alert')
    .selectAll('alert')
    .select([
      nameOrNone('created_by').as('created_by_name'),
      nameOrNone('updated_by').as('updated_by_name'),
      ownerRole.as('owner_role'),
      nextRun.as('next_run_at'),
    ])
    .where('alert.deleted_at', 'is', null);

/** Undefined if there is no such alert or it was deleted. */
export const findAlert = async (db: Executor, id: string): Promise<AlertRow | undefined> =>
  isUuid(id) ? alerts(db).where('alert.id', '=', id).executeTakeFirst() : undefined;

/** Returns them in no particular order. */
export const findAlerts = async (db: Executor, ids: readonly string[]): Promise<AlertRow[]> =>
  alerts(db)
    .where('alert.id', '=', sql<string>`ANY(${ids.filter(isUuid)}::uuid[])`)
    .execute();

/** Searches what the caller sees: a match on a hidden text would reveal it. */
export const matchingTexts = (
  text: string,
  { blinded }: Pick<Session, 'blinded'>,
  { alertId, texts }: { readonly alertId: string; readonly texts: 'alert' | 'run' },
) => {
  const pattern = sqlLikePattern('Contains', text);
  const [name, description] = [sql.ref(`${texts}.name`), sql.ref(`${texts}.description`)];
  return blinded
    ? sql<SqlBool>`fold_text(${writtenLabelSql('Alert', alertId)}) LIKE ${pattern}`
    : sql<SqlBool>`(fold_text(${name}) LIKE ${pattern} OR fold_text(${description}) LIKE ${pattern})`;
};

/** Locks the alert until the transaction ends. */
export const lockAlert = async (trx: Transaction<Schema>, id: string): Promise<AlertRow | undefined> => {
  if (!isUuid(id)) return undefined;
  await trx.selectFrom('alert').select('id').where('id', '=', id).forUpdate().execute();
  return findAlert(trx, id);
};

export interface Recipient {
  readonly alertId: string;
  readonly userId: number;
  readonly firstName: string;
  readonly lastName: string;
  /** As wherever a person is named. */
  readonly name: string;
  readonly email: string;
  readonly isEmailSubscribed: boolean;
  /** Admin for the owner, else the role of the account when it was added. */
  readonly role: string;
  readonly userRole: Role;
  readonly isRegistered: boolean;
  /** Whether they may open the Notification Dashboard. */
  readonly viewsNotifications: boolean;
  /** False for a deleted account. */
  readonly isActive: boolean;
}

/** Reads the recipients of alerts in the order in which they were added, deleted accounts included. */
export const readRecipients = (db: Executor, alertIds: readonly string[]): Promise<Recipient[]> =>
  db
    .selectFrom('alert_recipient')
    .innerJoin('app_user', 'app_user.id', 'alert_recipient.user_id')
    .select([
      'alert_recipient.alert_id as alertId',
      'app_user.id as userId',
      'app_user.first_name as firstName',
      'app_user.last_name as lastName',
      personNameSql('app_user').as('name'),
      'app_user.email',
      'alert_recipient.is_email_subscribed as isEmailSubscribed',
      'alert_recipient.role',
      'app_user.role as userRole',
      sql<boolean>`app_user.registered_at IS NOT NULL`.as('isRegistered'),
      'app_user.view_notifications as viewsNotifications',
      'app_user.is_active as isActive',
    ])
    .where('alert_recipient.alert_id', '=', sql<string>`ANY(${alertIds}::uuid[])`)
    .orderBy('alert_recipient.alert_id')
    .orderBy('alert_recipient.position')
    .execute();

export const addAlert = async (db: Executor, values: Insertable<Schema['alert']>): Promise<string> => {
  const { id } = await db.insertInto('alert').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
};

/** Changes the given columns and raises the version. */
export const changeAlert = async (
  db: Executor,
  id: string,
  values: Updateable<Schema['alert']>,
  by: { readonly userId: number; readonly now: Date },
): Promise<void> => {
  await db
    .updateTable('alert')
    .set({ ...values, version: sql`version + 1`, updated_at: by.now, updated_by: by.userId })
    .where('id', '=', id)
    .execute();
};

export interface NewRecipient {
  readonly userId: number;
  readonly isEmailSubscribed: boolean;
  readonly role: string;
}

/** Replaces the recipients of an alert. */
export const setRecipients = async (
  trx: Transaction<Schema>,
  alertId: string,
  recipients: readonly NewRecipient[],
): Promise<void> => {
  await trx.deleteFrom('alert_recipient').where('alert_id', '=', alertId).execute();
  if (recipients.length === 0) return;
  await trx
    .insertInto('alert_recipient')
    .values(
      recipients.map(({ userId, isEmailSubscribed, role }, position) => ({
        alert_id: alertId,
        user_id: userId,
        is_email_subscribed: isEmailSubscribed,
        role,
        position,
      })),
    )
    .execute();
};
