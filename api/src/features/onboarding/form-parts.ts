// The parts of a form that are saved field by field.
import type { OnboardingProblem } from '@readerlens/contract';
import { AppError, badRequest } from '../../platform/http/errors.ts';
import type { FormRow } from './onboarding.policy.ts';

export type PartName = 'general' | 'company' | 'content_info';

type Values = Readonly<Record<string, unknown>>;

/** The saved fields of a part over its empty ones. */
export const readPart = <Fields extends object>(form: FormRow, part: PartName, empty: Fields): Fields => ({
  ...empty,
  ...(form[part] as Partial<Fields>),
});

/** Throws 400 that names the fields. */
export const refuseProblems = (problems: readonly OnboardingProblem[]): void => {
  const [first] = problems;
  if (first) throw badRequest(first.message, 'invalid_input', problems);
};

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Refuses fields that somebody else has changed to another value since the caller read the form. Without a version, the
 * save overwrites them.
 * @throws AppError 409 with the fields
 */
const refuseOverwriting = (form: FormRow, part: PartName, before: Values, sent: Values, version: number) => {
  const saved = form.field_versions as Readonly<Record<string, number>>;
  const details = Object.keys(sent)
    .filter((field) => (saved[`${part}.${field}`] ?? 0) > version && !isSame(before[field], sent[field]))
    .map((path) => ({ path, message: 'Somebody else has changed this field.' }));
  if (details.length > 0)
    throw new AppError(409, 'conflict', 'Somebody else has changed the same field.', { details });
};

/** The columns that a save of a part changes: the sent fields, and the version in which they were saved. */
export const changePart = <Fields extends object>(
  form: FormRow,
  part: PartName,
  sent: Partial<Fields>,
  { empty, version }: { readonly empty: Fields; readonly version: number | undefined },
) => {
  const before = readPart(form, part, empty);
  if (version !== undefined) refuseOverwriting(form, part, before as Values, sent, version);
  const changed = Object.keys(sent).filter(
    (field) => !isSame((before as Values)[field], (sent as Values)[field]),
  );
  const versions = Object.fromEntries(changed.map((field) => [`${part}.${field}`, form.version + 1]));
  return {
    [part]: JSON.stringify({ ...form[part], ...sent }),
    field_versions: JSON.stringify({ ...form.field_versions, ...versions }),
  };
};
