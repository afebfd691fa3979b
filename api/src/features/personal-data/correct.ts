import { correctableFields, correctableNames } from '@readerlens/contract/personal-data';
import type { CorrectableField } from '@readerlens/contract/personal-data';
import {
  correctionEmptyMessage,
  erasedReadersMessage,
  restrictedReadersMessage,
  unknownReadersMessage,
} from '@readerlens/contract/personal-data/messages';
import type { Services } from '../../people/services.ts';
import type { Session } from '../../people/session.ts';
import { auditedIdentities } from '../../platform/audit.ts';
import { badRequest, invalidInput } from '../../platform/http/errors.ts';
import { isErasedName } from './rewrite.ts';
import { BadValue, email, line, webAddress } from '../../platform/text-values.ts';
import type { ParseValue } from '../../platform/text-values.ts';

export interface Correction {
  readonly readerId: number;
  readonly values: Partial<Record<CorrectableField, string | null>>;
  readonly reference: string;
}

/** The column of each field. */
export const correctableColumns = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  title: 'title',
  company: 'company',
  phone: 'phone',
  address: 'address',
  city: 'city',
  state: 'state',
  linkedIn: 'linked_in',
} as const satisfies Record<CorrectableField, string>;

/** As imports parse the field. */
const parseValue = (field: CorrectableField, text: string): string => {
  const other: Partial<Record<CorrectableField, ParseValue>> = { email, linkedIn: webAddress };
  const parse = other[field] ?? line(correctableFields[field]);
  return parse(text) as string;
};

/** The values as they are stored. @throws AppError 400 with each field that cannot be */
const readValues = (values: Correction['values']) => {
  const sent = correctableNames.filter((field) => values[field] !== undefined);
  if (sent.length === 0) throw invalidInput('values', correctionEmptyMessage);
  const changed: Record<string, string | null> = {};
  const details: { path: string; message: string }[] = [];
  for (const field of sent) {
    const text = (values[field] ?? '').trim();
    try {
      changed[correctableColumns[field]] = text === '' ? null : parseValue(field, text);
    } catch (error) {
      if (!(error instanceof BadValue)) throw error;
      details.push({ path: `values.${field}`, message: `The value ${error.message}.` });
    }
  }
  const [first] = details;
  if (first) throw badRequest(first.message, 'invalid_input', details);
  return changed;
};

/** A column that has a value again is no removed one. */
const listRemoved = (before: readonly string[], changed: Readonly<Record<string, string | null>>): string[] =>
  Object.values(correctableColumns).filter((column) =>
    changed[column] === undefined ? before.includes(column) : changed[column] === null,
  );

/**
 * Corrects what is stored about a reader. Imports keep it: they only fill in what is missing, and not what a correction removed.
 * @throws AppError 400 for an unknown, erased or restricted reader and for values that cannot be stored
 */
export const correctReader = async (
  { audit, db, jobs }: Pick<Services, 'audit' | 'db' | 'jobs'>,
  { readerId, values, reference }: Correction,
  session: Session,
): Promise<void> => {
  const changed = readValues(values);
  await db.transaction(async (trx) => {
    const reader = await trx
      .selectFrom('reader')
      .select((query) => [
        'first_name',
        'last_name',
        'removed_columns',
        query
          .exists(query.selectFrom('reader_restriction as x').whereRef('x.reader_id', '=', 'reader.id'))
          .as('is_restricted'),
      ])
      .where('id', '=', readerId)
      .forUpdate()
      .executeTakeFirst();
    if (!reader) throw invalidInput('readerId', unknownReadersMessage);
    if (isErasedName(reader.first_name, reader.last_name))
      throw invalidInput('readerId', erasedReadersMessage);
    if (reader.is_restricted) throw invalidInput('readerId', restrictedReadersMessage);
    const removed = listRemoved(reader.removed_columns, changed);
    await trx
      .updateTable('reader')
      .set({ ...changed, removed_columns: removed })
      .where('id', '=', readerId)
      .execute();
    await trx
      .insertInto('personal_data_request')
      .values({
        at: jobs.clock(),
        kind: 'correction',
        user_id: session.user.id,
        reference,
        readers: [readerId],
      })
      .execute();
    const fields = Object.keys(values);
    await audit.record(
      {
        action: 'personal-data.correct',
        ...auditedIdentities(session),
        detail: { readers: [readerId], reference, fields },
      },
      trx,
    );
  });
};
