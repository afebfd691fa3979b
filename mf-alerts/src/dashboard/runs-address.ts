import { flagParameter, listAddress, pageSizes, textParameter } from '@readerlens/filters/list';

export const runsPath = '/notifications/dashboard';

export const runPath = ({ id, notificationId }: { id: string; notificationId: string }): string =>
  `${runsPath}/${encodeURIComponent(notificationId)}/${encodeURIComponent(id)}`;

export const maxQueryLength = 200;
const maxIdLength = 64;

/** The Notification Dashboard: `?query=acme&unread=1&quiet=1&alert=ID&sort=type&order=asc&page=2`. */
export const runsAddress = listAddress(
  {
    sortColumns: ['runOn', 'notificationName', 'type', 'totalMatched'],
    sizes: pageSizes,
    start: { sort: { column: 'runOn', descending: true }, page: 1, size: 25 },
  },
  {
    /** Text in the name or the description; '' for any. */
    query: textParameter(maxQueryLength),
    unread: flagParameter,
    /** Also runs without a match. */
    quiet: flagParameter,
    /** Runs of this alert only; '' for all. */
    alert: textParameter(maxIdLength),
  },
);

export type RunsView = ReturnType<typeof runsAddress.read>;
