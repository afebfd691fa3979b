import { formsReadOnlyMessage, submittedMessage } from '@readerlens/contract/onboarding/messages';
import { isStaff } from '@readerlens/contract';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Session } from '../../people/session.ts';
import type { Database, Schema } from '../../platform/db/index.ts';
import { conflict, forbidden, notFound } from '../../platform/http/errors.ts';
import { parseUuid } from '../../platform/http/ids.ts';

export type FormRow = Selectable<Schema['onboarding_form']>;

/** Who asks for a form. */
type Person = Pick<Session, 'role' | 'user'>;

const refused = () => forbidden('You do not have access to this onboarding form.');

/** Staff see every form, others their own; being of the same client is not enough. */
const maySee = (form: Pick<FormRow, 'user_id'>, { role, user }: Person): boolean =>
  isStaff(role) || form.user_id === user.id;

const checkSeen = (form: FormRow | undefined, session: Person): FormRow => {
  if (!form) throw notFound('There is no such onboarding form.');
  if (!maySee(form, session)) throw refused();
  return form;
};

/**
 * A form that the caller may see.
 * @throws AppError 403 for the form of somebody else, 404
 */
export const findForm = async (db: Kysely<Schema>, id: string, session: Person): Promise<FormRow> => {
  const uuid = parseUuid(id);
  const form = uuid
    ? await db.selectFrom('onboarding_form').selectAll().where('id', '=', uuid).executeTakeFirst()
    : undefined;
  return checkSeen(form, session);
};

/** The id of the latest form of a user. */
export const findFormOfUser = async (
  { kysely }: Pick<Database, 'kysely'>,
  userId: number,
): Promise<string | undefined> => {
  const form = await kysely
    .selectFrom('onboarding_form')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('sent_at', 'desc')
    .executeTakeFirst();
  return form?.id;
};

export const isExpired = ({ submitted_at, expires_at }: FormRow, now: Date): boolean =>
  submitted_at === null && expires_at <= now;

/** Masked values cannot be edited: saving them would replace the real ones. */
export const refuseBlinded = ({ blinded }: Session) => {
  if (blinded) throw forbidden(formsReadOnlyMessage);
};

const refuseClosed = (form: FormRow, now: Date): void => {
  if (form.submitted_at !== null) throw conflict(submittedMessage);
  if (isExpired(form, now)) throw conflict('This form has expired.');
};

/**
 * Locks a form that the caller may change, until the transaction ends, and stores that somebody works on it.
 * @throws AppError 403 for a form that they may not see and in Blinded Mode, 404, 409 once it is submitted or expired
 */
export const lockOpenForm = async (
  trx: Transaction<Schema>,
  id: string,
  session: Session,
  now: Date,
): Promise<FormRow> => {
  const uuid = parseUuid(id);
  const found = uuid
    ? await trx
        .updateTable('onboarding_form')
        .set({ last_activity_at: now })
        .where('id', '=', uuid)
        .returningAll()
        .executeTakeFirst()
    : undefined;
  const form = checkSeen(found, session);
  refuseBlinded(session);
  refuseClosed(form, now);
  return form;
};
