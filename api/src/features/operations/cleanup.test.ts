import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { storeConfig, storeReportRun } from '../activity-reports/testing/stored-reports.ts';
import { storeRun } from '../alerts/testing/stored-runs.ts';
import { jobKinds } from '../../job-kinds.ts';
import { createFiles, openObjects } from '../../platform/files/index.ts';
import { readConfig } from '../../platform/config.ts';
import { createRunner } from '../../platform/jobs/index.ts';
import { secretsFrom } from '../../platform/secrets.ts';
import { createServices } from '../../services.ts';
import { addUser, describeOnOneEngine } from '../../platform/testing/index.ts';

describeOnOneEngine('cleaning up', (db) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'cleanup-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const files = () => createFiles(db(), openObjects(folder));
  const cleanUp = async () => {
    const logger = { info() {}, warn() {}, error() {} };
    const services = createServices(
      readConfig({
        LOG_LEVEL: 'silent',
        RETENTION_SENT_DAYS: '100',
        RETENTION_MAIL_DAYS: '12',
        RETENTION_MAIL_FILE_DAYS: '10',
      }),
      db(),
      secretsFrom('a secret'),
    );
    const kinds = jobKinds(undefined, { ...services, files: files() }, logger);
    const runner = createRunner({ db: db(), kinds, logger });
    await runner.start();
    await runner.runDue();
    await runner.stop();
  };

  it('deletes only old rows', async () => {
    const { kysely } = db();
    const user = await addUser(db());
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
    await kysely
      .insertInto('login_attempt')
      .values([
        { key: 'old', failures: 1, window_start: ago(3) },
        { key: 'new', failures: 1, window_start: ago(1) },
      ])
      .execute();
    await kysely
      .insertInto('user_token')
      .values([
        { token_hash: 'old', user_id: user.id, purpose: 'password', expires_at: ago(31) },
        { token_hash: 'new', user_id: user.id, purpose: 'password', expires_at: ago(29) },
      ])
      .execute();
    await kysely
      .insertInto('user_session')
      .values(
        [31, 29].map((days) => ({
          id: randomUUID(),
          user_id: user.id,
          method: 'password' as const,
          network: days > 30 ? 'old' : 'new',
          token_version: 1,
          expires_at: ago(days),
        })),
      )
      .execute();
    await kysely
      .insertInto('client_error')
      .values([
        { event_info: 'old', at: ago(91) },
        { event_info: 'new', at: ago(89) },
      ])
      .execute();
    await kysely
      .insertInto('area_sample')
      .values([
        { area: 'analytics', version: 'old', kind: 'fallback', at: ago(31) },
        { area: 'analytics', version: 'new', kind: 'fallback', at: ago(29) },
      ])
      .execute();
    await kysely
      .insertInto('outbox_mail')
      .values(
        [13, 11, 9].map((days) => ({
          to_address: 'a@users.example',
          subject: days > 12 ? 'old' : 'new',
          text_body: '',
          message_id: String(days),
          created_at: ago(days),
        })),
      )
      .execute();
    const mails = await kysely.selectFrom('outbox_mail').select(['id', 'message_id']).execute();
    await kysely
      .insertInto('outbox_attachment')
      .values(
        mails.map(({ id, message_id }) => ({
          mail_id: id,
          name: Number(message_id) > 10 ? 'old' : 'new',
          media_type: 'text/plain',
          content: new Uint8Array([0]),
        })),
      )
      .execute();
    const { id: alertId } = await kysely
      .insertInto('alert')
      .values({
        owner_id: user.id,
        type: 'SpecificActivityNotification',
        name: 'Visits',
        frequency: 'Daily',
        day_of_week: 'Monday',
        day_of_month: 'First',
        created_by: user.id,
        updated_by: user.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [name, days] of [['old', 101] as const, ['new', 99] as const])
      await storeRun(db(), {
        alertId,
        slot: ago(days).toISOString().slice(0, 10),
        recipients: { [user.id]: {} },
        activities: [{ clientId: 1, id: days }],
        values: { name, run_at: ago(days) },
      });
    const configId = await storeConfig(db(), { owner_id: user.id, now: ago(500) });
    const deletedLately = { id: await storeConfig(db(), { owner_id: user.id, now: ago(500) }), days: 99 };
    const deletedLong = { id: await storeConfig(db(), { owner_id: user.id, now: ago(500) }), days: 101 };
    // The alert has a run that stays.
    for (const { id, days } of [deletedLately, deletedLong, { id: alertId, days: 101 }])
      for (const table of ['activity_report_config', 'alert'] as const)
        await kysely
          .updateTable(table)
          .set({ deleted_at: ago(days) })
          .where('id', '=', id)
          .execute();
    const reportRun = (days: number) =>
      storeReportRun(db(), { config_id: configId, owner_id: user.id, now: ago(days) });
    await reportRun(101);
    const newReport = await reportRun(99);
    await kysely
      .insertInto('rate_limit')
      .values([
        { key: 'old', points: 1, expire: ago(1).getTime() },
        { key: 'new', points: 1, expire: ago(-1).getTime() },
      ])
      .execute();
    for (const [name, days] of [['old', 1] as const, ['new', -1] as const])
      await files().put({ name, owner: { kind: 'test', id: '1' }, expiresAt: ago(days) }, Buffer.from('x'));
    await cleanUp();
    const { rows } = await sql`SELECT key FROM login_attempt UNION ALL SELECT token_hash FROM user_token
        UNION ALL SELECT network FROM user_session
        UNION ALL SELECT event_info FROM client_error UNION ALL SELECT version FROM area_sample
        UNION ALL SELECT subject FROM outbox_mail UNION ALL SELECT name FROM outbox_attachment UNION ALL SELECT key FROM rate_limit
        UNION ALL SELECT name FROM stored_file UNION ALL SELECT name FROM alert_run`.execute(kysely);
    expect(rows).toEqual(Array.from({ length: 11 }, () => ({ key: 'new' })));
    const reports = await kysely.selectFrom('activity_report_run').select('id').execute();
    expect(reports).toEqual([{ id: newReport }]);
    const configs = await kysely.selectFrom('activity_report_config').select('id').execute();
    expect(new Set(configs.map(({ id }) => id))).toEqual(new Set([configId, deletedLately.id]));
    const runs = await kysely
      .selectFrom('job_run')
      .select(['kind', 'state', 'result'])
      .orderBy('kind')
      .execute();
    expect(runs).toEqual([
      { kind: 'activity-report', state: 'done', result: null },
      { kind: 'activity-report-runs', state: 'done', result: { runs: 1, deleted: 1 } },
      { kind: 'alert-runs', state: 'done', result: { runs: 1, deleted: 0 } },
      { kind: 'area-samples', state: 'done', result: { samples: 1 } },
      { kind: 'cleanup', state: 'done', result: { mails: 1, runs: 1 } },
      { kind: 'failed-sign-ins', state: 'done', result: { events: 0 } },
      { kind: 'onboarding-reminders', state: 'done', result: { reminders: 0 } },
      { kind: 'onboarding-uploads', state: 'done', result: { uploads: 0, logos: 0 } },
      { kind: 'packed-months', state: 'done', result: { clients: 0, activities: 0 } },
      { kind: 'retention', state: 'done', result: {} },
      { kind: 'stored-files', state: 'done', result: { files: 1 } },
    ]);
  });
});
