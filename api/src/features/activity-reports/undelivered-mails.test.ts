import type { ActivityReportConfig, ReportDelivery } from '@readerlens/contract';
import PostalMime from 'postal-mime';
import { statusCode } from '../../activities/codes.ts';
import type { UserRow } from '../../people/tables.ts';
import type { JobKind } from '../../platform/jobs/index.ts';
import { mailKind } from '../../platform/mail/mail-kind.ts';
import { startMailServer } from '../../platform/mail/testing/mail-server.ts';
import { smtpTransport } from '../../platform/mail/transport.ts';
import type { MailTransport } from '../../platform/mail/transport.ts';
import { addUser, describeOnOneEngine, setDate, testApi } from '../../platform/testing/index.ts';
import { undeliveredProblem } from './report-view.ts';
import { reportRunsWorld } from './testing/report-runs-world.ts';

const contact = 'contact@partners.example';

describeOnOneEngine('mails of reports that cannot be delivered', (db) => {
  const world = reportRunsWorld(db);
  const api = testApi({}, {}, db);
  let server: Awaited<ReturnType<typeof startMailServer>>;
  let transport: MailTransport;
  let owner: UserRow;
  /** Answers of the mail server for addresses that it refuses. */
  const refused = new Map<string, number>();

  beforeEach(async () => {
    refused.clear();
    server = await startMailServer((address) => refused.get(address));
    transport = smtpTransport(server.url, 'Readerlens <no-reply@readerlens.example>');
    owner = await world.addPerson();
  });
  afterEach(async () => {
    jest.useRealTimers();
    transport.close();
    await server.stop();
  });

  const workAt = (instant: string) => {
    setDate(new Date(instant));
    const kinds: JobKind[] = [world.kind(), mailKind(transport, { kinds: () => kinds })];
    return world.runAt(instant, kinds);
  };
  const call = async (by: UserRow, ...args: Parameters<ReturnType<typeof api>['call']>) =>
    api().call(args[0], { token: await api().tokenFor(by), ...args[1] });
  const readConfig = async (id: string) =>
    (await call(owner, 'GET /api/activity-report-config/{id}', { params: { id } })).body
      .data as ActivityReportConfig;
  const readLog = async (configId: string, reportId: string) => {
    const params = { configId, reportId };
    const { body } = await call(owner, 'GET /api/activity-report/{configId}/{reportId}/deliveries', {
      params,
    });
    return (body.data as { items: ReportDelivery[] }).items;
  };
  const again = async (id: string, by = owner) => {
    const { status, body } = await call(by, 'POST /api/activity-report-delivery/{id}/replay', {
      params: { id },
    });
    return [status, body.message];
  };
  const setContact = (id: string, email: string) =>
    db().kysely.updateTable('activity_report_config').set({ email }).where('id', '=', id).execute();
  const receivedBy = (address: string) => server.received.filter(({ to }) => to.includes(address));
  const subjects = async (address: string) =>
    Promise.all(
      receivedBy(address).map(async ({ source }) => (await PostalMime.parse(source)).subject ?? ''),
    );
  const told = 'Activity report not delivered: Nora Vane';
  const failedRun = async (report: Partial<Parameters<typeof world.addReport>[0]> = {}, count = 1) => {
    const configId = await world.addReport({ owner, ...report });
    const activities = await world.addActivities({ at: '2026-03-02T13:00:00Z', count });
    refused.set(contact, 550);
    await workAt('2026-03-03T06:00:00Z');
    const [run] = await world.runs();
    const log = await readLog(configId, run?.id ?? '');
    return { configId, runId: run?.id ?? '', activities, log, id: log[0]?.id ?? '' };
  };

  it('are shown, told to the owner once, and sent again to the corrected contact', async () => {
    const { configId, runId, activities, log } = await failedRun(
      { type: 'Individual', hasAttachment: true },
      3,
    );
    expect(log).toMatchObject(
      activities.map(() => ({ state: 'failed', recipient: contact, canReplay: true })),
    );
    expect(await subjects(owner.email)).toEqual([told]);
    const letter = await PostalMime.parse(receivedBy(owner.email)[0]?.source ?? '');
    expect(letter.text).toContain(`could not be delivered to ${contact}.`);
    expect(letter.text).toContain(`https://app.example/dissemination-contact/dashboard/${configId}/${runId}`);
    expect((await readConfig(configId)).problem).toBe(undeliveredProblem);

    await setContact(configId, 'right@partners.example');
    for (const { id } of log) expect((await again(id))[0]).toBe(200);
    expect(await again(log[0]?.id ?? '')).toEqual([409, 'The email is being sent.']);
    await workAt('2026-03-03T07:00:00Z');
    expect(await readLog(configId, runId)).toMatchObject(
      activities.map(() => ({ state: 'sent', recipient: 'right@partners.example', canReplay: false })),
    );
    const mails = await Promise.all(
      receivedBy('right@partners.example').map(({ source }) => PostalMime.parse(source)),
    );
    expect(mails.map(({ attachments }) => attachments.map(({ filename }) => filename))).toEqual(
      activities.map(() => ['Engagement 2026-03-02.pdf']),
    );
    expect(new Set(mails.map(({ text }) => /activity-report-file\/\S+/.exec(text ?? '')?.[0])).size).toBe(3);
    expect((await readConfig(configId)).problem).toBeNull();
    expect(await again(log[0]?.id ?? '')).toEqual([409, 'The email was sent.']);
  });

  it('have the same Message-ID if they are sent to the same address again', async () => {
    const { configId, runId, id, log } = await failedRun();
    refused.clear();
    expect((await again(id))[0]).toBe(200);
    await workAt('2026-03-03T07:00:00Z');
    expect(await readLog(configId, runId)).toMatchObject([{ state: 'sent', messageId: log[0]?.messageId }]);
  });

  it('are told again only after one was delivered', async () => {
    await world.addReport({ owner });
    const runOn = async (day: string, code?: number) => {
      refused.clear();
      if (code !== undefined) refused.set(contact, code);
      await world.addActivities({ at: `2026-03-${day}T01:00:00Z` });
      await workAt(`2026-03-${day}T06:00:00Z`);
    };
    await world.addActivities({ at: '2026-03-02T13:00:00Z' });
    await runOn('03', 451);
    expect(await subjects(owner.email)).toEqual([]);
    for (const time of ['06:01', '06:06', '06:36', '08:36', '14:36']) await workAt(`2026-03-03T${time}:00Z`);
    expect(await subjects(owner.email)).toEqual([told]);
    await runOn('04', 550);
    expect(await subjects(owner.email)).toEqual([told]);
    await runOn('05');
    await runOn('06', 550);
    expect(await subjects(owner.email)).toEqual([told, told]);
  });

  it('are sent again once, however often that is asked for at once', async () => {
    const { id } = await failedRun();
    refused.clear();
    const answers = await Promise.all([again(id), again(id), again(id)]);
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1);
    expect(answers.filter(([status]) => status === 409)).toHaveLength(2);
    await workAt('2026-03-03T07:00:00Z');
    expect(receivedBy(contact)).toHaveLength(1);
  });

  it('are not sent again with what their report may no longer send, or by others', async () => {
    const { id, configId, activities } = await failedRun();
    const other = await world.addPerson();
    expect((await again(id, other))[0]).toBe(403);
    const change = (values: { is_disabled: boolean }) =>
      db().kysely.updateTable('activity_report_config').set(values).where('id', '=', configId).execute();
    await change({ is_disabled: true });
    expect(await again(id)).toEqual([409, 'The activity report configuration is disabled.']);
    await change({ is_disabled: false });
    await db()
      .kysely.updateTable('engagement')
      .set({ status: statusCode.Rejected })
      .where('id', 'in', activities)
      .execute();
    expect(await again(id)).toEqual([
      409,
      'The user of the report may no longer see the activities of this email.',
    ]);
    await db().kysely.deleteFrom('user_client').where('user_id', '=', owner.id).execute();
    const staff = await addUser(db(), { role: 'Internal' });
    expect(await again(id, staff)).toEqual([
      409,
      'The user of the report may no longer see every client of the message.',
    ]);
    refused.clear();
    await workAt('2026-03-03T07:00:00Z');
    expect(receivedBy(contact)).toEqual([]);
  });
});
