import type { AccountField } from '@readerlens/contract';
import type { FieldCatalogue } from '@readerlens/filters/model';
import type { Transaction } from 'kysely';
import type { Schema } from '../../platform/db/index.ts';
import { badRequest } from '../../platform/http/errors.ts';
import type { ErrorDetail } from '../../platform/http/errors.ts';
import { accountProblems, differingFields, withoutForeign } from './account-values.ts';
import type { AccountValues } from './account-values.ts';
import { readReferences } from './account.store.ts';

/** The values of an account to store, and the fields in which they differ from the former ones. */
export interface CheckedAccount {
  readonly values: AccountValues;
  readonly changed: readonly AccountField[];
}

/** What is known before the transaction of a change. */
export interface KnownValues {
  readonly fields: FieldCatalogue;
  /** Claims that deployed areas declare. */
  readonly declaredClaims: ReadonlySet<string>;
}

/** Throws 400 with the message of the first problem, if there is one. */
export const refuseProblems = (details: readonly ErrorDetail[]): void => {
  const [first] = details;
  if (first) throw badRequest(first.message, 'invalid_input', details);
};

/** The values to store: without what no client of the account has. Throws 400 for invalid ones. */
export const checkedAccount = async (
  trx: Transaction<Schema>,
  before: AccountValues | undefined,
  after: AccountValues,
  { fields: catalogue, declaredClaims }: KnownValues,
): Promise<CheckedAccount> => {
  // The claims of an area that was withdrawn are kept.
  const areaClaims = new Set([...declaredClaims, ...(before?.areaClaims ?? [])]);
  const references = { ...(await readReferences(trx, after)), catalogue, areaClaims };
  const values = withoutForeign(after, references);
  const changed = before ? differingFields(before, values) : (Object.keys(values) as AccountField[]);
  refuseProblems(accountProblems(values, references, changed));
  return { values, changed };
};

/** Some of the values, as the audit log records them. */
export const pickValues = (values: AccountValues, fields: readonly AccountField[]) =>
  Object.fromEntries(fields.map((field) => [field, values[field]]));
