import { listAddress, pageSizes } from '@readerlens/filters/list';

/** The configurations of an account: `?active=ActivityReports&sort=lastSentOn&order=desc&page=2&size=25`. */
export const configsAddress = listAddress({
  sortColumns: ['contact', 'reportType', 'schedule', 'lastSentOn', 'createdOn'],
  sizes: pageSizes,
  start: { sort: { column: 'contact', descending: false }, page: 1, size: 10 },
});

export type ConfigsView = ReturnType<typeof configsAddress.read>;
