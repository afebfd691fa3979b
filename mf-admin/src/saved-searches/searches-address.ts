import { listAddress, pageSizes } from '@readerlens/filters/list';

/** The saved searches of an account: `?active=Filters&sort=updatedOn&order=desc&page=2&size=25`. */
export const searchesAddress = listAddress({
  sortColumns: ['name', 'createdOn', 'updatedOn'],
  sizes: pageSizes,
  start: { sort: { column: 'name', descending: false }, page: 1, size: 10 },
});

export type SearchesView = ReturnType<typeof searchesAddress.read>;
