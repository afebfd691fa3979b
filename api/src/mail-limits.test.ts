import type { InvitedPerson, ReportDelivery } from '@readerlens/contract';
import { reportRunsWorld } from './features/activity-reports/testing/report-runs-world.ts';
import { addRunWorld } from './features/alerts/testing/run-world.ts';
import type { UserRow } from './people/tables.ts';
import { addUser, describeOnOneEngine, setDate, testApi } from './platform/testing/index.ts';
import type { TestResponse } from './platform/testing/index.ts';

const now = '2026-03-02T12:00:00Z';
const limit = 2;
const victim = 'victim@lab.example';

/** Decision 32: however a mail is caused, nobody gets or sends more than the limit. */
describeOnOneEngine('mails that people cause', (db) => {
  const environment = {
    MAIL_LIMIT_PERSONAL_HOUR: String(limit),
    MAIL_LIMIT_ROUTINE_HOUR: '4',
    MAIL_LIMIT_SENDER_HOUR: '20',
  };
  const world = reportRunsWorld(db, now, environment);
  const api = testApi(environment, {}, db);
  let admin: UserRow;
  beforeEach(async () => {
    setDate(new Date(now));
    admin = await addUser(db(), { role: 'Admin' });
  });
  afterEach(async () => {
    await db().kysely.deleteFrom('mail_count').execute();
    await db()
      .kysely.updateTable('app_user')
      .set({ deleted_at: new Date(now), is_active: false })
      .execute();
    jest.useRealTimers();
  });

  type Call = Parameters<ReturnType<typeof api>['call']>;
  const as = async (user: UserRow, call: Call[0], parts: Call[1] = {}) =>
    api().call(call, { token: await api().tokenFor(user), ...parts });
  const by = (call: Call[0], parts: Call[1] = {}) => as(admin, call, parts);
  const readId = ({ body }: TestResponse) => (body.data as { id: string }).id;
  const mailsTo = async (address: string) =>
    (await world.mails()).filter(({ to_address }) => to_address === address).length;
  /** The first refusal of an action that is repeated. */
  const refused = async (action: () => Promise<TestResponse>): Promise<TestResponse> => {
    for (let times = 0; times <= 5; times += 1) {
      const answer = await action();
      if (answer.status !== 200) return answer;
    }
    throw new Error('Nothing was refused.');
  };

  const newUser = (email: string) => ({ firstName: 'Vic', lastName: 'Tim', email, role: 'Internal' });
  const invite = (email = victim) => by('POST /api/user', { body: { user: newUser(email) } });
  const inviteAndDelete = async () => {
    const created = await invite();
    if (created.status === 200) await by('DELETE /api/user/{id}', { params: { id: readId(created) } });
    return created;
  };
  const share = async (email = victim) => {
    const [id] = await world.addActivities({ at: '2026-03-02T11:00:00Z' });
    const body = {
      activityReportId: `Engagement-1-${id}`,
      addresses: [{ type: 'To', name: 'Vic', email }],
      subject: 'Look',
      body: '<p>x</p>',
      attachReportExcel: false,
      attachReportPdf: false,
    };
    return by('POST /api/analytics/share-individual-activity', { body });
  };
  const report = () => ({
    userId: String(admin.id),
    email: victim,
    firstName: 'Vic',
    lastName: 'Tim',
    companyId: '1',
    reportType: 2,
    sendDays: ['M'],
    timeZone: 'UTC',
    filters: [],
    indices: ['Engagement'],
  });
  const sendAndDelete = async () => {
    const params = { id: readId(await by('POST /api/activity-report-config', { body: report() })) };
    const answer = await by('POST /api/activity-report-config/{id}/send-now', { params });
    await by('DELETE /api/activity-report-config/{id}', { params });
    return answer;
  };
  /** To the victim and back to another address. */
  const changeAddress = async () => {
    const id = String((await addUser(db(), { role: 'Internal' })).id);
    const change = (email: string) => by('PATCH /api/user/{id}', { params: { id }, body: { email } });
    const answer = await change(victim);
    await by('DELETE /api/user/{id}', { params: { id } });
    return answer;
  };

  it.each<[string, () => Promise<TestResponse>]>([
    ['invited and deleted again', inviteAndDelete],
    ['given to other accounts', changeAddress],
    ['the recipient of shared activities', share],
    ['the contact of reports that are sent and deleted', sendAndDelete],
  ])('reach an address that is %s up to the limit, with the time of the next try', async (_, action) => {
    const { status, body, headers } = await refused(action);
    expect([status, body.code, headers['retry-after']]).toEqual([429, 'too_many_requests', '3600']);
    expect(body.message).toMatch(
      /^The limit of emails to victim@lab\.example is reached: 2 per hour and 20 per day\. Please try again in 60 minutes\.$/,
    );
    expect(await mailsTo(victim)).toBeLessThanOrEqual(limit);
    setDate(Date.parse(now) + 3_600_000);
    expect((await action()).status).toBe(200);
  });

  it('count together, and leave what the person asks for', async () => {
    const { body } = await invite();
    const id = (body.data as { id: string }).id;
    const resend = () => by('GET /api/user/{id}/resend-registration-email', { params: { id } });
    expect((await refused(resend)).status).toBe(429);
    expect((await share()).status).toBe(429);
    expect(await mailsTo(victim)).toBe(limit);
    await api().call('POST /api/forgot-password', { body: { email: victim } });
    expect(await mailsTo(victim)).toBe(limit + 1);
  });

  it('go to the person themself up to the limit of routine mails', async () => {
    const owner = await world.addPerson({ role: 'Admin', notification_claim_level: 'Admin' });
    const id = await addRunWorld(db(), () => new Date(now)).addAlert({ owner });
    const test = () => as(owner, 'POST /api/notification-mail/{id}/test', { params: { id } });
    expect((await refused(test)).status).toBe(429);
    expect(await mailsTo(owner.email)).toBe(4);
    let index = 0;
    const forward = () => {
      const user = newUser(`forward${(index += 1)}@lab.example`);
      return as(owner, 'POST /api/user', { body: { user, sendEmailToAdmin: true } });
    };
    expect((await forward()).status).toBe(429);
  });

  it('of a report that is sent by hand wait over the limit, and its deliveries say so', async () => {
    const configId = await world.addReport({ owner: admin, type: 'Individual', pastDays: 1 });
    await world.addActivities({ at: '2026-03-02T11:00:00Z', count: 6 });
    const send = { params: { id: configId } };
    const { body } = await by('POST /api/activity-report-config/{id}/send-now', send);
    const { reportId } = body.data as { reportId: string };
    await world.runAt(now);
    const log = async () => {
      const params = { configId, reportId };
      const answer = await by('GET /api/activity-report/{configId}/{reportId}/deliveries', { params });
      return (answer.body.data as { items: ReportDelivery[] }).items;
    };
    const later = '2026-03-02T13:00:00.000Z';
    const error = 'Waits for the limit of emails to one address: 4 per hour and 200 per day.';
    // The decision to send it counts as well.
    expect((await log()).filter((delivery) => delivery.nextAttemptOn === later)).toMatchObject(
      Array.from({ length: 3 }, () => ({ state: 'queued', attempts: 0, error })),
    );
    expect(new Set((await world.mails()).map(({ sender_id }) => sender_id))).toEqual(new Set([admin.id]));
    // Nor can what failed be sent again now.
    const [failed] = await log();
    const id = failed?.id ?? '';
    await db().kysely.updateTable('delivery').set({ state: 'failed' }).where('id', '=', id).execute();
    await db().kysely.deleteFrom('job_run').where('kind', '=', 'mail').execute();
    const again = () => by('POST /api/activity-report-delivery/{id}/replay', { params: { id } });
    expect((await again()).status).toBe(429);
    setDate(Date.parse(now) + 60_000);
    expect((await by('POST /api/activity-report-config/{id}/send-now', send)).status).toBe(429);
    setDate(Date.parse(later) + 3_600_000);
    expect((await again()).status).toBe(200);
  });

  it('of a bulk invitation reach as many people as one may mail, and it says who was not', async () => {
    const lines = Array.from({ length: 23 }, (_, index) => `p${index}@bulk.example, P, Q, internal`);
    const { body } = await by('POST /api/users/invite', { body: { text: lines.join('\n') } });
    const { people } = body.data as { people: InvitedPerson[] };
    const message =
      'The limit of emails that one person sends is reached: 20 per hour and 500 per day. Please try again in 60 minutes.';
    expect(people.map(({ problems }) => problems)).toEqual([
      ...Array.from({ length: 20 }, () => []),
      ...Array.from({ length: 3 }, () => [{ path: '', message }]),
    ]);
    const accounts = await db()
      .kysely.selectFrom('app_user')
      .select('email')
      .where('email', 'like', '%@bulk.example')
      .execute();
    expect(accounts).toHaveLength(20);
    // Another person still can.
    const other = await addUser(db(), { role: 'Admin' });
    const again = await as(other, 'POST /api/users/invite', { body: { text: lines.slice(-3).join('\n') } });
    expect(again.body.data).toMatchObject({ invited: 3 });
  });
});
