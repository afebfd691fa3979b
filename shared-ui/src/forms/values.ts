import { getIn } from 'formik';

/** The content of a value, to compare it with another. */
export const printValue = (values: object, field: string): string =>
  JSON.stringify(getIn(values, field)) ?? '';

export const hasSameContent = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The stored values, with those fields that have changed since. */
export const keepChanges = <Values extends object>(base: Values, values: Values, stored: Values): Values => {
  const changed = Object.keys(values).filter(
    (field) => printValue(values, field) !== printValue(base, field),
  );
  if (changed.length === 0) return stored;
  return {
    ...stored,
    ...Object.fromEntries(changed.map((field) => [field, getIn(values, field) as unknown])),
  };
};

/** Without an item of a list. */
export const removeAt = <Parts extends object>(parts: Parts, list: string, index: number): Parts => {
  const items = getIn(parts, list) as readonly unknown[] | undefined;
  return items ? { ...parts, [list]: [...items].toSpliced(index, 1) } : parts;
};
