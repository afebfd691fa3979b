import { parseId } from '../platform/http/ids.ts';
import type { NamedRow } from '../platform/db/index.ts';

export interface Named {
  id: string;
  name: string;
}

/** Rows as the contract defines them: with text ids. */
export const named = (rows: readonly NamedRow[]): Named[] =>
  rows.map(({ id, name }) => ({ id: String(id), name }));

/** The ids of a comma-separated list; invalid ones are skipped. */
export const parseIdList = (list: string): number[] => parseIds(list.split(','));

export const parseIds = (ids: readonly string[]): number[] => ids.flatMap((id) => parseId(id.trim()) ?? []);
