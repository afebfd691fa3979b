import { idOf } from '../platform/http/ids.ts';
import type { NamedRow } from '../platform/db/index.ts';

export interface Named {
  id: string;
  name: string;
}

/** Rows as the contract defines them: with text ids. */
export const named = (rows: readonly NamedRow[]): Named[] =>
  rows.map(({ id, name }) => ({ id: String(id), name }));

/** The ids of a comma-separated list; invalid ones are skipped. */
export const idsOf = (list: string): number[] => numbersOf(list.split(','));

export const numbersOf = (ids: readonly string[]): number[] => ids.flatMap((id) => idOf(id.trim()) ?? []);
