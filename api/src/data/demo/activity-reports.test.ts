import type { ActivityReportConfig } from '@readerlens/contract';
import { demoUsers, userIdOf } from './demo-users.ts';
import { demoApi } from './testing/demo-api.ts';

const api = demoApi();

const configsOf = async (name: string): Promise<ActivityReportConfig[]> => {
  const token = await api().tokenOf(`${name}@demo.example`);
  const params = { userId: String(userIdOf(name)) };
  const { body } = await api().call('GET /api/activity-report-configs/user/{userId}', { token, params });
  return (body.data as { items: ActivityReportConfig[] }).items;
};

describe('the activity reports of the demo', () => {
  it('have every type and every state', async () => {
    const all = await Promise.all(['sysadmin', 'admin', 'internal', 'client'].map(configsOf));
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
    const [own] = await configsOf('client');
    const user = demoUsers[userIdOf('client') - 1];
    expect(own).toMatchObject({ email: user?.email, firstName: user?.firstName, lastName: user?.lastName });
  });
});
