import { flagParameter, listAddress } from '@readerlens/filters/list';
import { runParameters, runsRules } from '@readerlens/filters/runs';

export const runsPath = '/notifications/dashboard';

export const runPath = ({ id, notificationId }: { id: string; notificationId: string }): string =>
  `${runsPath}/${encodeURIComponent(notificationId)}/${encodeURIComponent(id)}`;

/** The Notification Dashboard: `?query=acme&unread=1&quiet=1&alert=ID&sort=type&order=asc&page=2`. */
export const runsAddress = listAddress(runsRules(['notificationName', 'type', 'totalMatched']), {
  query: runParameters.query,
  unread: flagParameter,
  quiet: runParameters.quiet,
  alert: runParameters.owner,
});

export type RunsView = ReturnType<typeof runsAddress.read>;
