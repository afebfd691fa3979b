import { sessionStore } from '@readerlens/auth';
import { signInAs, startFakeServer, testUser } from '@readerlens/auth/testing';
import type { Answer, SeenCall } from '@readerlens/auth/testing';
import type { SessionUserData } from '@readerlens/auth';
import type { AreaProps } from '@readerlens/ui';
import { onClose, renderArea } from '@readerlens/ui/testing';
import { NotificationDashboardScreen } from '../dashboard/notification-dashboard.screen.tsx';
import { RunDetailsScreen } from '../dashboard/run-details.screen.tsx';
import { UnreadRunsCard } from '../dashboard/unread-runs-card.tsx';
import type { Run, RunDetails } from '../dashboard/runs.queries.ts';
import { testDetails } from './runs.ts';

interface ListBody {
  page: number;
  pageSize: number;
  query?: string;
  unread?: boolean;
  quiet?: boolean;
  notificationId?: string;
}

const answerPage = (runs: readonly Run[], body: ListBody): Answer => {
  const { page, pageSize, query = '', unread, quiet, notificationId } = body;
  const found = runs.filter(
    (run) =>
      run.notificationName.includes(query) &&
      (!unread || !run.isRead) &&
      (quiet || run.totalMatched > 0) &&
      (!notificationId || run.notificationId === notificationId),
  );
  const items = found.slice((page - 1) * pageSize, page * pageSize);
  const count = runs.filter(({ isRead }) => !isRead).length;
  return { data: { items, total: found.length, page, pageSize, unread: count } };
};

const mark = (runs: Run[], { call, body }: SeenCall): Answer => {
  const { ids } = body as { ids: string[] };
  for (const [index, run] of runs.entries())
    if (ids.includes(run.id)) runs[index] = { ...run, isRead: call.endsWith('/true') };
  return { data: { unread: runs.filter(({ isRead }) => !isRead).length } };
};

export const description = {
  name: 'Alert 1',
  schedule: 'Daily at 06:00 (UTC)',
  rule: 'Every activity that meets the filters.',
  filters: [{ name: 'Clients', operation: 'Contains', value: 'Acme' }],
  editable: true,
  disabled: false,
  disabledReason: null,
};

/** The Notification Dashboard with these runs. By call, `failures` replace answers. */
const startRunsServer = async (runs: Run[], details: Partial<RunDetails>) => {
  const failures = new Map<string, Answer>();
  const answerCall = (seen: SeenCall): Answer => {
    const run = runs.find(
      ({ id, notificationId }) =>
        seen.call === `GET /api/notification-dashboard/${id}` &&
        seen.query.get('notificationId') === notificationId,
    );
    if (run) return { data: testDetails(run, details) };
    if (seen.call === 'POST /api/notification-dashboard') return answerPage(runs, seen.body as ListBody);
    if (seen.call.startsWith('POST /api/notification-dashboard/mark-read/')) return mark(runs, seen);
    if (seen.call.endsWith('/description')) return { data: description };
    return { status: 404, message: 'There is no such run.' };
  };
  const server = await startFakeServer((seen) => failures.get(seen.call) ?? answerCall(seen));
  return { ...server, failures };
};

export { closeAreas as closeDashboard } from '@readerlens/ui/testing';

interface Options {
  runs?: readonly Run[];
  /** Of each run, besides what the list has. */
  details?: Partial<RunDetails>;
  user?: Partial<SessionUserData>;
  offers?: AreaProps['offers'];
  failures?: Record<string, Answer>;
  impersonating?: boolean;
}

/** Opens a page of the Notification Dashboard as a recipient who may also manage alerts. */
export const openDashboard = async (
  address: string,
  {
    runs = [],
    details = {},
    user: change = {},
    offers = () => true,
    failures = {},
    impersonating = false,
  }: Options = {},
) => {
  signInAs(
    testUser({
      claims: ['viewNotifications', 'manageNotifications'],
      notificationClaimLevel: 'Basic',
      ...change,
    }),
  );
  if (impersonating) sessionStore.setState({ originalAdminToken: 'of the administrator' });
  const server = await startRunsServer([...runs], details);
  for (const [call, answer] of Object.entries(failures)) server.failures.set(call, answer);
  onClose(server.stop);
  const routes = [
    { path: '/notifications/dashboard', Component: NotificationDashboardScreen },
    { path: '/notifications/dashboard/:notificationId/:runId', Component: RunDetailsScreen },
    { path: '/card', Component: UnreadRunsCard },
    { path: '*', element: <h1>Elsewhere</h1> },
  ];
  const refreshBadges = jest.fn();
  return { server, refreshBadges, ...renderArea(routes, address, { offers, refreshBadges }) };
};
