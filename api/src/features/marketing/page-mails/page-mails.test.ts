import type { CallData, CallKey, Calls, PageMail } from '@readerlens/contract';
import { marketingPageNames, marketingPages, maxPageMails } from '@readerlens/contract/marketing-pages';
import { formatDays } from '@readerlens/contract/numbers';
import { dateRangeFilter, relativeRangeFilter, termsFilter } from '@readerlens/filters/model';
import { activityWorld } from '../../../activities/testing/activity-world.ts';
import { fileText } from '../../../activities/testing/file-text.ts';
import { createRunner } from '../../../platform/jobs/index.ts';
import { addUser, describeOnOneEngine, setDate } from '../../../platform/testing/index.ts';
import { addEngagements } from '../testing/add-engagements.ts';
import { pageMailKind } from './page-mail-job.ts';

const base = '/api/marketing-performance/page-mails';
/** A Tuesday. */
const today = '2026-03-10T09:00:00Z';

describeOnOneEngine('scheduled mails of pages', (db) => {
  const world = activityWorld(db);
  let clientId = 0;
  let userId = 0;
  let clients = 0;

  beforeEach(async () => {
    setDate(new Date(today));
    clientId = await world().add('client', { name: `Client ${(clients += 1)}` });
    const user = await addUser(db(), { role: 'Client', access_marketing_performance: true });
    userId = user.id;
    const { kysely } = db();
    await kysely.insertInto('user_client').values({ user_id: userId, client_id: clientId }).execute();
    await kysely.insertInto('user_community').values({ user_id: userId, community_id: 1 }).execute();
  });
  afterEach(async () => {
    jest.useRealTimers();
    for (const table of ['schedule', 'job_run', 'outbox_mail', 'page_mail'] as const)
      await db().kysely.deleteFrom(table).execute();
  });

  const clientFilter = () => termsFilter('Clients', [{ id: String(clientId) }]);
  const newMail = (more: object = {}) => ({
    page: 'contentInsights',
    filters: [clientFilter(), relativeRangeFilter('-90d')],
    sendsOn: 'Wednesday',
    timeZone: 'Europe/Berlin',
    ...more,
  });
  /** A token lives for less than the time from one run to the next. */
  const call = async (key: string, more: object = {}) => {
    const user = await db()
      .kysely.selectFrom('app_user')
      .selectAll()
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    return world().call(key as CallKey, { token: await world().tokenFor(user), ...more });
  };
  const create = async (more: object = {}): Promise<PageMail> => {
    const { status, body } = await call(`POST ${base}`, { body: newMail(more) });
    expect([status, body.message]).toEqual([200, 'The email is scheduled.']);
    return body.data as PageMail;
  };
  const list = async () =>
    (await call(`GET ${base}`)).body.data as CallData<Calls['GET /api/marketing-performance/page-mails']>;

  /** Runs what is due at a time. */
  const runAt = async (time: string) => {
    setDate(new Date(time));
    const kinds = [pageMailKind(world().services)];
    await createRunner({ db: db(), kinds, logger: { warn() {}, error() {} } }).runDue();
  };
  const sent = () =>
    db()
      .kysely.selectFrom('outbox_mail')
      .select(['id', 'to_address', 'subject', 'text_body', 'html_body', 'kind'])
      .orderBy('id')
      .execute();
  const addActivities = async (count: number, day: string) => {
    const document = await world().add('document', { title: `Guide ${day}`, client_id: clientId });
    const engagements = Array.from({ length: count }, (_, at) => ({ reader: at + 1, document, day }));
    await addEngagements(db(), clientId, engagements);
  };

  it('say what the page says on the day of their slot, in the mail and its file', async () => {
    await addActivities(30, '2026-03-01');
    await addActivities(20, '2025-11-20');
    const mail = await create({ choice: { comparedWith: 'previous' } });
    expect(mail).toMatchObject({
      page: 'contentInsights',
      about: [
        { label: 'Date Range', text: '90 days' },
        { label: 'Clients', text: `Client ${clients}` },
      ],
      isPaused: false,
      nextAt: '2026-03-11T05:00:00.000Z',
      lastSentAt: null,
      problem: null,
    });
    await runAt('2026-03-11T04:59:00Z');
    expect(await sent()).toEqual([]);
    await runAt('2026-03-11T05:00:00Z');
    const [first, ...others] = await sent();
    expect(others).toEqual([]);
    const { email } = await db()
      .kysely.selectFrom('app_user')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    expect(first).toMatchObject({
      to_address: email,
      kind: 'pageMail',
      subject: 'Content Insights: Dec 11, 2025 – Mar 11, 2026',
    });
    expect(first?.text_body).toContain('Engagements: 30');
    expect(first?.text_body).toContain('+50% from 20 in the previous period');
    const before = formatDays('2025-09-11', '2025-12-10');
    expect(first?.text_body).toContain(`30 engagements, 10 more than in ${before} (+50%).`);
    expect(first?.text_body).toContain(`Clients: Client ${clients}`);
    expect(first?.text_body).not.toContain('Activity Types');
    expect(first?.text_body).toContain(`${marketingPages.contentInsights.path}?compare=previous&`);
    const [file] = await db()
      .kysely.selectFrom('outbox_attachment')
      .select(['name', 'content'])
      .where('mail_id', '=', first?.id ?? 0)
      .execute();
    expect(file?.name).toBe('Content Insights.pdf');
    const text = await fileText('pdf', Buffer.from(file?.content ?? []));
    expect(text).toContain('+50% from 20 in the previous period');
    expect(text).toContain('Guide 2026-03-01');
    await runAt('2026-03-11T06:00:00Z');
    expect(await sent()).toHaveLength(1);
  });

  it.each(marketingPageNames)('%s can be sent, also without uploads', async (page) => {
    await addActivities(12, '2026-03-01');
    await create({ page, choice: { comparedWith: 'lastYear' } });
    await runAt('2026-03-11T05:00:00Z');
    const runs = await db()
      .kysely.selectFrom('job_run')
      .select(['state', 'error'])
      .where('kind', '=', 'page-mail')
      .execute();
    expect(runs).toEqual([{ state: 'done', error: null }]);
    const [mail] = await sent();
    expect(mail?.subject).toContain(marketingPages[page].title);
    expect(/Baseline: Webinar\n *Comparison: Organic/.test(mail?.text_body ?? '')).toBe(
      page === 'comparison',
    );
    const isUploaded = ['contentInsights', 'netNew', 'comparison'].includes(page);
    expect(/No \w+ yet\./.test(mail?.text_body ?? '')).toBe(!isUploaded);
  });

  it('are sent again on the first of a month, at once, and not while they are paused', async () => {
    const { id } = await create({ sendsOn: 'FirstOfMonth', timeZone: 'UTC' });
    await runAt('2026-04-01T06:00:00Z');
    await runAt('2026-05-01T06:00:00Z');
    expect(await sent()).toHaveLength(2);
    setDate(new Date('2026-05-02T09:00:00Z'));
    const sendNow = () => call(`POST ${base}/{id}/send`, { params: { id } });
    expect(await sendNow()).toMatchObject({ status: 200, body: { message: 'The email is on its way.' } });
    expect(await sendNow()).toMatchObject({
      status: 409,
      body: { message: 'This email is being sent already.' },
    });
    await runAt('2026-05-02T09:00:01Z');
    expect(await sent()).toHaveLength(3);
    const paused = await call(`PATCH ${base}/{id}`, { params: { id }, body: { isPaused: true } });
    expect(paused.body.data).toMatchObject({ isPaused: true, nextAt: null });
    await runAt('2026-06-01T06:00:00Z');
    expect(await sent()).toHaveLength(3);
    await call(`DELETE ${base}/{id}`, { params: { id } });
    expect(await list()).toEqual([]);
  });

  it('are not sent once their owner may no longer use what they show, and say so', async () => {
    const { id } = await create();
    const problems = async () => (await list()).map(({ problem }) => problem);
    await db().kysely.deleteFrom('user_client').where('user_id', '=', userId).execute();
    await runAt('2026-03-11T05:00:00Z');
    expect(await problems()).toEqual([
      'You may no longer use some of its clients or filters. Schedule the page again without them.',
    ]);
    await db()
      .kysely.updateTable('app_user')
      .set({ access_marketing_performance: false })
      .where('id', '=', userId)
      .execute();
    await runAt('2026-03-18T05:00:00Z');
    await db().kysely.updateTable('app_user').set({ is_active: false }).where('id', '=', userId).execute();
    await runAt('2026-03-25T05:00:00Z');
    const runs = await db()
      .kysely.selectFrom('job_run')
      .select(['state', 'error'])
      .where('owner_id', '=', id)
      .orderBy('slot_at')
      .execute();
    expect(runs.map(({ error }) => error)).toEqual([
      'You may no longer use some of its clients or filters. Schedule the page again without them.',
      'You may no longer use Marketing Performance.',
      'The account of its user was deleted.',
    ]);
    expect(await sent()).toEqual([]);
  });

  it('are refused next to the field: fixed dates, foreign clients, unknown zones, sides, and too many', async () => {
    const refuse = async (more: object) => {
      const { status, body } = await call(`POST ${base}`, { body: newMail(more) });
      const [first] = (body.details ?? []) as { path: string }[];
      return [status, first?.path, body.message];
    };
    const fixed = dateRangeFilter({ from: '2026-01-01', to: '2026-02-01' });
    expect(await refuse({ filters: [clientFilter(), fixed] })).toEqual([
      400,
      'filters',
      expect.stringContaining('every email would say the same'),
    ]);
    expect(await refuse({ filters: [termsFilter('Clients', [{ id: '1' }])] })).toEqual([
      400,
      'filters.0.value',
      expect.anything(),
    ]);
    expect(await refuse({ timeZone: 'Mars/Olympus' })).toEqual([
      400,
      'timeZone',
      'There is no such time zone.',
    ]);
    const side = { kind: 'tactic', ids: ['organic'] };
    const saved = { kind: 'savedSearch', ids: ['0f8fad5b-d9cb-469f-a165-70867728950e'] };
    expect(
      await refuse({ page: 'comparison', choice: { sides: { baseline: saved, comparison: side } } }),
    ).toEqual([400, 'baseline.ids', expect.anything()]);
    for (let count = 0; count < maxPageMails; count += 1) await create();
    expect(await refuse({})).toEqual([409, undefined, expect.stringContaining(`${maxPageMails} scheduled`)]);
  });
});
