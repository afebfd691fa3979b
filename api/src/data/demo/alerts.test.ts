import { alertSteps, disabledReasons } from '@readerlens/contract/alerts';
import type { AlertListRow, AlertRun } from '@readerlens/contract';
import { runPastAlerts } from '../../features/alerts/run/past-alerts.ts';
import { demoApi } from './testing/demo-api.ts';

const api = demoApi();

const readAlerts = async (email: string): Promise<AlertListRow[]> => {
  const token = await api().tokenOf(email);
  const { body } = await api().call('POST /api/notifications/search', { token, body: { pageSize: 100 } });
  return (body.data as { items: AlertListRow[] }).items;
};

interface Runs {
  items: AlertRun[];
  total: number;
  unread: number;
}

const readRuns = async (email: string, body: object = {}): Promise<Runs> => {
  const token = await api().tokenOf(email);
  const answer = await api().call('POST /api/notification-dashboard', { token, body });
  return answer.body.data as Runs;
};

/** No filter of the demo names a list that does not exist. */
const { MissingAccountList: _missing, ...demoReasons } = disabledReasons;

const sorted = (values: Iterable<number>): number[] => [...new Set(values)].sort((a, b) => a - b);

describe('the alerts of the demo', () => {
  it('are in every step of the wizard, active or not, and disabled for every reason', async () => {
    const alerts = await readAlerts('admin@demo.example');
    expect(sorted(alerts.map(({ lastStepCompleted }) => lastStepCompleted))).toEqual(
      sorted(Object.values(alertSteps)),
    );
    expect(sorted(alerts.map(({ disabledReasonType }) => disabledReasonType))).toEqual([
      0,
      ...sorted(Object.values(demoReasons)),
    ]);
    const complete = alerts.filter(({ isComplete }) => isComplete);
    expect(new Set(complete.map(({ scheduleActive }) => scheduleActive))).toEqual(new Set([true, false]));
    expect(alerts.some(({ snoozedUntil }) => snoozedUntil !== null)).toBe(true);
  });

  it.each(['internal@demo.example', 'client@demo.example'])('are owned or received by %s', async (email) => {
    const alerts = await readAlerts(email);
    expect(new Set(alerts.map(({ isReadOnly }) => isReadOnly))).toEqual(new Set([true, false]));
  });

  describe('have past runs', () => {
    const now = new Date();
    beforeAll(() => runPastAlerts(api().services, { now, unreadDays: 7 }));

    it('of which only the recent ones are unread', async () => {
      // What a person has unread depends on the day: an alert that runs once a month has none in most weeks.
      let unreadOfAll = 0;
      for (const email of ['admin@demo.example', 'internal@demo.example', 'client@demo.example']) {
        const { items, total, unread } = await readRuns(email, { pageSize: 100 });
        unreadOfAll += unread;
        expect([email, total > unread]).toEqual([email, true]);
        const recent = items.filter(({ runOn }) => Date.parse(runOn) > now.getTime() - 7 * 86_400_000);
        expect(items.filter(({ isRead }) => !isRead)).toEqual(recent);
      }
      expect(unreadOfAll).toBeGreaterThan(0);
    });

    it('that found something or nothing', async () => {
      const { total } = await readRuns('internal@demo.example');
      const all = await readRuns('internal@demo.example', { quiet: true });
      expect(all.total).toBeGreaterThan(total);
    });

    it('and next ones, but send no mail', async () => {
      const next = (await readAlerts('admin@demo.example')).flatMap(({ nextRunOn }) => nextRunOn ?? []);
      expect(next.length).toBeGreaterThan(0);
      expect(next.filter((moment) => Date.parse(moment) < now.getTime())).toEqual([]);
      expect(await api().db.kysely.selectFrom('outbox_mail').selectAll().execute()).toEqual([]);
    });
  });
});
