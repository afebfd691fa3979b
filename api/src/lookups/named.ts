import { idOf } from '../platform/ids.ts';
import type { NamedRow } from './client-lookup.ts';

export interface Named {
  id: string;
  name: string;
}

/** Rows as the contract has them: ids are text there. */
export const named = (rows: readonly NamedRow[]): Named[] =>
  rows.map(({ id, name }) => ({ id: String(id), name }));

/** The ids of a comma-separated list; what cannot be one is passed over. */
export const idsOf = (list: string): number[] => numbersOf(list.split(','));

export const numbersOf = (ids: readonly string[]): number[] => ids.flatMap((id) => idOf(id.trim()) ?? []);
