import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

const print = (value: unknown): string => JSON.stringify(value) ?? '';

const readField = (values: object, field: string): unknown =>
  (values as Readonly<Record<string, unknown>>)[field];

const withoutField = <Values extends object>(values: Values, field: string): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name !== field)) as Values;

/** What somebody else has saved, by field. The user has changed these fields to something else. */
export type Conflicts<Values extends object> = Readonly<Partial<Values>>;

export const useConflicts = <Values extends object>() => {
  const [theirs, setTheirs] = useState({} as Conflicts<Values>);
  /** The values of somebody else that have replaced what the page showed, by field; a new object for each one. */
  const [replaced, setReplaced] = useState<Readonly<Record<string, { readonly value: unknown }>>>({});
  const own = useRef(new Map<string, string>());
  return {
    theirs,
    replaced,
    /** Called with what this page has saved, which is no change of somebody else. */
    rememberOwn: (saved: Values, fields: readonly string[]) => {
      for (const field of fields) own.current.set(field, print(readField(saved, field)));
    },
    isOwn: (field: string, value: unknown) => own.current.get(field) === print(value),
    add: (field: string, value: unknown) => setTheirs((before) => ({ ...before, [field]: value })),
    remove: (field: string) =>
      setTheirs((before) => (field in before ? withoutField(before, field) : before)),
    replace: (field: string, value: unknown) => setReplaced((before) => ({ ...before, [field]: { value } })),
  };
};

export type ConflictState<Values extends object> = ReturnType<typeof useConflicts<Values>>;

/**
 * Compares each new state of the server with what the user has typed. A field that only somebody else has changed follows
 * them, as the form kit does; one that both have changed becomes a conflict, until the user chooses.
 */
export const useFollowOthers = <Values extends object>(
  conflicts: ConflictState<Values>,
  stored: Values,
  values: Values,
): void => {
  const followed = useRef(stored);
  const follow = useEffectEvent(() => {
    const before = followed.current;
    followed.current = stored;
    for (const field of Object.keys(stored)) {
      const theirs = readField(stored, field);
      const typed = print(readField(values, field));
      if (print(theirs) === print(readField(before, field))) continue;
      const isChanged = typed !== print(readField(before, field));
      if (conflicts.isOwn(field, theirs) || typed === print(theirs)) conflicts.remove(field);
      else if (isChanged) conflicts.add(field, theirs);
      else conflicts.replace(field, theirs);
    }
  });
  useLayoutEffect(() => follow(), [stored]);
};
