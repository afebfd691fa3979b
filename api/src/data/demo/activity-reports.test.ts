import type { ActivityReportConfig, ActivityReportRun } from '@readerlens/contract';
import { runPastReports } from '../../features/activity-reports/past-reports.ts';
import { demoUsers, findUserId } from './demo-users.ts';
import { demoApi } from './testing/demo-api.ts';

/** Fixed, as the small demo has an individual run of several activities at some times of the week only. */
const now = new Date('2026-11-24T09:00:00Z');
const api = demoApi(undefined, now);

const readConfigs = async (name: string): Promise<ActivityReportConfig[]> => {
  const token = await api().tokenOf(`${name}@demo.example`);
  const params = { userId: String(findUserId(name)) };
  const { body } = await api().call('GET /api/activity-report-configs/user/{userId}', { token, params });
  return (body.data as { items: ActivityReportConfig[] }).items;
};

describe('the activity reports of the demo', () => {
  it('have every type and every state', async () => {
    const all = await Promise.all(['sysadmin', 'admin', 'internal', 'client'].map(readConfigs));
    const configs = all.flat();
    expect(new Set(configs.map(({ reportTypeEnum }) => reportTypeEnum))).toEqual(
      new Set(['Individual', 'Consolidated', 'Webhook']),
    );
    expect(new Set(configs.map(({ scheduleClass }) => scheduleClass))).toEqual(
      new Set(['active', 'inactive']),
    );
    expect(new Set(configs.map(({ problem }) => problem))).toEqual(
      new Set([
        null,
        'The client has no webhook address yet.',
        'Messages are paused after repeated failure.',
      ]),
    );
    expect(configs.every(({ companies }) => companies.length === 1)).toBe(true);
  });

  it('name their own account where the contact is the owner', async () => {
    const [own] = await readConfigs('client');
    const user = demoUsers[findUserId('client') - 1];
    expect(own).toMatchObject({ email: user?.email, firstName: user?.firstName, lastName: user?.lastName });
  });

  it('have past runs and next ones, but send nothing', async () => {
    await runPastReports(api().services, now);
    const token = await api().tokenOf('admin@demo.example');
    const query = { pageSize: '100', quiet: 'true' };
    const { body } = await api().call('GET /api/activity-reports', { token, query });
    const { items } = body.data as { items: ActivityReportRun[] };
    expect(new Set(items.map(({ state }) => state))).toEqual(new Set(['empty', 'sent', 'failed']));
    expect(
      items.filter(({ reportType }) => reportType === 2).some(({ recordsCount }) => recordsCount > 0),
    ).toBe(true);
    const individual = items.find(({ reportType, recordsCount }) => reportType === 1 && recordsCount > 1);
    if (!individual) throw new Error('No individual run of several activities.');
    const params = { configId: individual.activityReportConfigId, reportId: individual.id };
    const path = 'GET /api/activity-report/{configId}/{reportId}/deliveries';
    const deliveries = (await api().call(path, { token, params })).body.data as { items: object[] };
    expect(deliveries.items).toHaveLength(individual.recordsCount);
    expect(deliveries.items).toEqual(
      deliveries.items.map(() => expect.objectContaining({ response: '250 2.0.0 OK' })),
    );
    const next = (await readConfigs('admin')).flatMap(({ nextRunOn }) => nextRunOn ?? []);
    expect(next).toHaveLength(3);
    expect(next.filter((moment) => Date.parse(moment) < now.getTime())).toEqual([]);
    expect(await api().db.kysely.selectFrom('outbox_mail').selectAll().execute()).toEqual([]);
  });
});
