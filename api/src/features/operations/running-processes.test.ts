import type { RunningProcess } from '@readerlens/contract';
import { readBuildInfo } from '../../platform/build-info.ts';
import { createHeartbeat } from '../../platform/jobs/index.ts';
import { createTestClock } from '../../platform/jobs/testing/test-runner.ts';
import { addUser, describeOnOneEngine, testApi } from '../../platform/testing/index.ts';

describeOnOneEngine('the processes on Operations', (db) => {
  const time = createTestClock('2026-03-02T05:00:00Z');
  const api = testApi({}, { instead: { databaseTime: async () => time.clock() } }, db);
  const beat = (name: string, version: string, isWorker = false) =>
    createHeartbeat({
      db: db(),
      clock: time.clock,
      readTime: async () => time.clock(),
      isWorker,
      version,
      sendsMails: isWorker,
      logger: { warn() {}, info() {} },
      name,
    })();
  const read = async (role: 'Client' | 'Internal' = 'Internal') => {
    const token = await api().tokenFor(await addUser(db(), { role }));
    return api().call('GET /api/operations/processes', { token });
  };

  it('are those that run now, each with its version', async () => {
    await beat('server-1:7', '0.1.0+old');
    time.pass(60);
    await beat('server-10:7', '0.1.0+new', true);
    await beat('server-2:7', '0.1.0+old');
    // As the version before writes it.
    await db()
      .kysely.updateTable('process_heartbeat')
      .where('name', '=', 'server-2:7')
      .set({ version: null })
      .execute();
    const at = '2026-03-02T05:01:00.000Z';
    expect((await read()).body.data as RunningProcess[]).toEqual([
      { name: 'server-2:7', isWorker: false, version: null, startedAt: at, seenAt: at },
      { name: 'server-10:7', isWorker: true, version: '0.1.0+new', startedAt: at, seenAt: at },
    ]);
    expect((await read('Client')).status).toBe(403);
  });

  it('say their version in the metrics, too', async () => {
    const { payload } = await api().app.inject('/metrics');
    const { version } = readBuildInfo();
    expect(payload).toContain(`readerlens_build_info{version="${version}",commit=""} 1`);
  });
});
