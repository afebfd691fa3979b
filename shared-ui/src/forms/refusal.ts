import { ApiError } from '@readerlens/auth';
import { splitPath } from './schema.ts';
import { printValue } from './values.ts';

/** Why the server refused to save. */
export interface Refusal {
  readonly error: unknown;
  /** About the form as a whole, or about what has no field in it. */
  readonly messages: readonly string[];
  /** By the path of a field. They hold until the value is another. */
  readonly fields: ReadonlyMap<string, { readonly message: string; readonly value: string }>;
}

/** The field of a path, or the one that contains it. Some calls send the values in an envelope: '/user/email'. */
const findField = (path: string, fields: ReadonlySet<string>): string | undefined => {
  const parts = splitPath(path);
  for (const inEnvelope of [parts, parts.slice(1)])
    for (let length = inEnvelope.length; length > 0; length -= 1) {
      const field = inEnvelope.slice(0, length).join('.');
      if (fields.has(field)) return field;
    }
  return undefined;
};

export interface Placing {
  /** The fields that the form shows. */
  fields: ReadonlySet<string>;
  /** The values that were refused. */
  values: object;
  /** The field that the whole form is about. */
  mainField?: string | undefined;
  explain: (error: unknown) => string;
  renamePath?: ((path: string) => string) | undefined;
}

/** Puts each message of the server at its field. None is lost: those without a field are about the form as a whole. */
export const placeRefusal = (error: unknown, placing: Placing): Refusal => {
  const { fields, values, mainField, explain, renamePath = (path) => path } = placing;
  const placed = new Map<string, { message: string; value: string }>();
  const place = (field: string, message: string) => {
    if (!placed.has(field)) placed.set(field, { message, value: printValue(values, field) });
  };
  const details = error instanceof ApiError ? error.details : [];
  const others = details.filter(({ path, message }) => {
    const field = findField(renamePath(path), fields);
    if (field !== undefined) place(field, message);
    return field === undefined;
  });
  if (details.length > 0 && others.length === 0) return { error, messages: [], fields: placed };
  const summary = explain(error);
  const messages = [
    summary,
    ...others.map(({ message }) => message).filter((text) => !summary.includes(text)),
  ];
  if (mainField === undefined) return { error, messages: [...new Set(messages)], fields: placed };
  place(mainField, messages.join(' '));
  return { error, messages: [], fields: placed };
};
