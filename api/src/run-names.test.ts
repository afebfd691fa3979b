import type { JobRun } from '@readerlens/contract';
import { blindedHeader } from '@readerlens/contract';
import { activityWorld } from './activities/testing/activity-world.ts';
import { plantActivity } from './activities/testing/planted-activity.ts';
import { enqueueRun } from './platform/jobs/index.ts';
import { describeOnOneEngine } from './platform/testing/index.ts';
import { storeThings } from './testing/stored-things.ts';

describeOnOneEngine('what the list of runs calls them', (db) => {
  const world = activityWorld(db);

  const readRuns = async (headers: Record<string, string> = {}) => {
    const token = await world().tokenOf();
    const { body } = await world().call('GET /api/operations/runs', { token, headers });
    return Object.fromEntries((body.data as { items: JobRun[] }).items.map((run) => [run.kind, run.about]));
  };

  it('names the alert, the report and the page, but not in Blinded Mode', async () => {
    const activity = await plantActivity(db(), world());
    const { kysely } = db();
    const { body } = await world().call('GET /api/session', {
      token: await world().tokenOf({ role: 'SystemAdmin', email: 'owner@staff.example' }),
    });
    const { id } = body.data as { id: string };
    const stored = await storeThings({ db: db(), services: world().services, activity }, Number(id));
    await kysely.deleteFrom('job_run').execute();
    const notice = await kysely
      .insertInto('area_notice')
      .values({ area: 'notes', event: 'erased', readers: [1], clients: [], at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const owners = {
      alert: stored.alertId,
      'activity-report': stored.report.configId,
      'page-mail': stored.pageMailId,
      'area-notice': notice.id,
      cleanup: 'system',
    };
    for (const [kind, ownerId] of Object.entries(owners))
      await enqueueRun(kysely, { kind, ownerId, slotKey: 'once' }, new Date());
    const alert = await kysely
      .selectFrom('alert')
      .select('name')
      .where('id', '=', stored.alertId)
      .executeTakeFirstOrThrow();
    const { email } = await kysely
      .selectFrom('activity_report_config')
      .select('email')
      .where('id', '=', stored.report.configId)
      .executeTakeFirstOrThrow();
    const client = await kysely
      .selectFrom('client')
      .select('name')
      .where('id', '=', activity.clientId)
      .executeTakeFirstOrThrow();
    expect(await readRuns()).toEqual({
      alert: alert.name,
      'activity-report': `${client.name}, ${email}`,
      'page-mail': expect.stringMatching(/, owner@staff\.example$/) as string,
      'area-notice': 'notes',
      cleanup: undefined,
    });
    expect(Object.values(await readRuns({ [blindedHeader]: 'true' }))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('has no name for what is gone', async () => {
    await db().kysely.deleteFrom('job_run').execute();
    await enqueueRun(db().kysely, { kind: 'alert', ownerId: '7', slotKey: 'once' }, new Date());
    expect(await readRuns()).toEqual({ alert: undefined });
  });
});
