// URL state of Manage Users: `?query=ada&clients=3,7&page=2&size=25`. Default and invalid values count as missing.
import { setParameter } from '@readerlens/filters';
import { listPlaceParameters, readListPlace } from '@readerlens/filters/list';
import type { ListPlace, ListRules } from '@readerlens/filters/list';

export const userPageSizes = [10, 25, 50, 100] as const;
export type UserPageSize = (typeof userPageSizes)[number];

/** Users are always ordered by name. */
const sortColumns = ['name'] as const;
type SortColumn = (typeof sortColumns)[number];

export interface UsersView extends ListPlace<SortColumn, UserPageSize> {
  /** Part of an e-mail or a name; '' for any. */
  readonly query: string;
  /** Users of any of these clients; of any or none if empty. */
  readonly clients: readonly string[];
}

export const maxQueryLength = 100;
/** The API accepts a list of 4000 characters. */
const maxClients = 300;

const rules: ListRules<SortColumn, UserPageSize> = {
  sortColumns,
  sizes: userPageSizes,
  start: { sort: { column: 'name', descending: false }, page: 1, size: 10 },
};

const idsIn = (text: string): string[] =>
  [...new Set(text.split(','))].filter((id) => /^\d{1,10}$/.test(id)).slice(0, maxClients);

/** Reads the view from a `location.search`. */
export const readUsersView = (search: string): UsersView => {
  const parameters = new URLSearchParams(search);
  return {
    query: (parameters.get('query') ?? '').trim().slice(0, maxQueryLength),
    clients: idsIn(parameters.get('clients') ?? ''),
    ...readListPlace(search, rules),
  };
};

/** Writes the view into a `location.search`; other parameters are kept. */
export const writeUsersView = (view: UsersView, search: string): string =>
  [
    ['query', view.query || undefined] as const,
    ['clients', view.clients.join(',') || undefined] as const,
    ...listPlaceParameters(view, rules),
  ].reduce((written, [name, value]) => setParameter(written, name, value), search);
