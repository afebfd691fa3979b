import { activityTypes } from '@readerlens/contract/vocabulary';
import type { ActivityType } from '@readerlens/contract/vocabulary';

const key = (text: string): string => text.replace(/\s+/g, '').toLowerCase();

const byKey: ReadonlyMap<string, ActivityType> = new Map([
  ...activityTypes.map((type) => [key(type), type] as const),
  ['1', 'Webinar'],
  ['2', 'Event'],
]);

/** Parses one activity type: id or label in any case and spacing, or the code 1 (Webinar) or 2 (Event). */
export const parseActivityType = (input: unknown): ActivityType | undefined =>
  typeof input === 'string' || typeof input === 'number' ? byKey.get(key(String(input))) : undefined;

export type ParsedActivityTypes =
  | { readonly ok: true; readonly activityTypes: readonly ActivityType[] }
  | { readonly ok: false; readonly problems: readonly { readonly path: string; readonly message: string }[] };

/** Parses activity types; removes duplicates and sorts them by the vocabulary. Empty means all. */
export const parseActivityTypes = (input: unknown): ParsedActivityTypes => {
  if (input === undefined || input === null) return { ok: true, activityTypes: [] };
  if (!Array.isArray(input))
    return { ok: false, problems: [{ path: '/activityTypes', message: 'Expected a list.' }] };
  const parsed = input.map(parseActivityType);
  const problems = parsed.flatMap((type, index) =>
    type ? [] : [{ path: `/activityTypes/${index}`, message: 'Unknown activity type.' }],
  );
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, activityTypes: activityTypes.filter((type) => parsed.includes(type)) };
};
