import { listAddress, pageSizes, textParameter } from '@readerlens/filters/list';

export const maxQueryLength = 200;

/** Manage Alerts: `?query=growth&sort=name&order=asc&page=2&size=25`. */
export const alertsAddress = listAddress(
  {
    sortColumns: ['name', 'type', 'createdBy', 'updatedOn', 'lastRunOn', 'schedule'],
    sizes: pageSizes,
    start: { sort: { column: 'updatedOn', descending: true }, page: 1, size: 50 },
  },
  {
    /** Text in the name or the description; '' for any. */
    query: textParameter(maxQueryLength),
  },
);

export type AlertsView = ReturnType<typeof alertsAddress.read>;
