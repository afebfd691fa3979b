import { ApiError } from '@readerlens/auth';
import type { AccountField } from '@readerlens/contract/administration';
import { allFields, inputOf } from './account-values.ts';
import type { AccountInput, AccountValues } from './account-values.ts';

/** Why the server refused to save. */
export interface Refusal {
  readonly message: string;
  /** What the server says about fields, by the value that it refused. */
  readonly fields: readonly {
    readonly field: AccountField;
    readonly message: string;
    readonly value: unknown;
  }[];
}

/** 'email' and '/user/email' name the same field. */
const fieldOf = (path: string): AccountField | undefined =>
  allFields.find((field) => path.split(/[/.]/).includes(field));

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

export const refusalOf = (error: unknown, input: Partial<AccountInput>): Refusal => {
  const details = error instanceof ApiError ? error.details : [];
  return {
    message: messageOf(error),
    fields: details.flatMap(({ path, message }) => {
      const field = fieldOf(path);
      return field === undefined ? [] : [{ field, message, value: JSON.stringify(input[field]) }];
    }),
  };
};

/** The problem of a field, until its value is changed. */
export const refusedField = (
  refusal: Refusal | undefined,
  field: AccountField,
  values: AccountValues,
): string | undefined =>
  refusal?.fields.find((one) => one.field === field && one.value === JSON.stringify(inputOf(values)[field]))
    ?.message;
