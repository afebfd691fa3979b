import { listAddress, pageSizes, textParameter } from '@readerlens/filters/list';
import type { ListParameter } from '@readerlens/filters/list';

export const maxQueryLength = 100;
/** The API accepts a list of 4000 characters. */
const maxClients = 300;

const ids: ListParameter<readonly string[]> = {
  read: (text) =>
    [...new Set((text ?? '').split(','))].filter((id) => /^\d{1,10}$/.test(id)).slice(0, maxClients),
  write: (list) => list.join(',') || undefined,
};

/** Manage Users: `?query=ada&clients=3,7&page=2&size=25`. */
export const usersAddress = listAddress(
  {
    // Users are always ordered by name.
    sortColumns: ['name'],
    sizes: pageSizes,
    start: { sort: { column: 'name', descending: false }, page: 1, size: 10 },
  },
  {
    /** Part of an e-mail or a name; '' for any. */
    query: textParameter(maxQueryLength),
    /** Users of any of these clients; of any or none if empty. */
    clients: ids,
  },
);

export type UsersView = ReturnType<typeof usersAddress.read>;
