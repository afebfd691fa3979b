import { sql } from 'kysely';
import * as xlsx from 'xlsx';
import type {
  ActivityReportConfig,
  DeliveryContent,
  ReportDelivery,
  ReportPreview,
} from '@readerlens/contract';
import { activityTypeCode, sourceCode, stageCode, statusCode } from '../../activities/codes.ts';
import { createRunner } from '../../platform/jobs/index.ts';
import { secondsAfter } from '../../platform/time.ts';
import { describeOnOneEngine, setDate } from '../../platform/testing/index.ts';
import { reportKind } from './report-job.ts';
import { createReportLinks } from './report-mail.ts';
import type { ReportConfigRow } from './report.store.ts';
import { blinded, reportWorld, unknownId } from './testing/report-world.ts';

const start = new Date('2026-03-02T12:00:00Z');
const day = 86_400;

describeOnOneEngine('the files and mails of activity reports', (db) => {
  const world = reportWorld(db);
  const { api, done } = world;

  beforeAll(async () => {
    const { kysely } = db();
    await kysely.insertInto('community').values({ id: 1, name: 'Biologics' }).execute();
    await kysely
      .insertInto('client_community')
      .values([1, 2].map((client_id) => ({ client_id, community_id: 1 })))
      .execute();
    await kysely
      .insertInto('reader')
      .values({ id: 1, email: 'reader@secret.example', first_name: 'Rea', last_name: 'Secretly' })
      .execute();
    await kysely
      .insertInto('document')
      .values({ id: 1, client_id: 1, title: 'A paper', community_id: 1 })
      .execute();
  });
  beforeEach(() => setDate(start));
  afterEach(async () => {
    jest.useRealTimers();
    for (const table of ['activity_report_config', 'job_run', 'engagement', 'outbox_mail'] as const)
      await db().kysely.deleteFrom(table).execute();
  });

  const addActivities = async (count: number, clientId = 1) => {
    await db()
      .kysely.insertInto('engagement')
      .values(
        Array.from({ length: count }, () => ({
          client_id: clientId,
          reader_id: 1,
          document_id: 1,
          organisation_id: null,
          occurred_at: '2026-03-02T13:00:00Z',
          available_at: '2026-03-02T13:00:00Z',
          activity_type: activityTypeCode.Engagement,
          status: statusCode.Approved,
          source: sourceCode.organic,
          stage: stageCode.Unclassified,
          community_id: 1,
          sequence: 1,
        })),
      )
      .execute();
  };
  const passTo = async (instant: Date) => {
    setDate(instant);
    await world.signInAgain();
  };
  const work = async () => {
    const { services } = api();
    const logger = { warn: () => {}, error: () => {} };
    const kinds = [reportKind(services, { info: () => {} })];
    await createRunner({ db: db(), kinds, clock: services.jobs.clock, logger }).runDue();
  };
  /** A report whose run of the next day has sent these activities. */
  const sentReport = async (
    body: object = {},
    counts: readonly (readonly [clientId: number, count: number])[] = [[1, 2]],
  ) => {
    const config = await world.created({ sendDays: ['T'], timeZone: 'UTC', ...body });
    for (const [clientId, count] of counts) await addActivities(count, clientId);
    await passTo(new Date('2026-03-03T06:01:00Z'));
    await work();
    const run = await db()
      .kysely.selectFrom('activity_report_run')
      .selectAll()
      .where('config_id', '=', config.id)
      .executeTakeFirstOrThrow();
    return { config, run, params: { configId: config.id, reportId: run.id } };
  };
  const mailLinks = async (): Promise<string[]> => {
    const mails = await db().kysely.selectFrom('outbox_mail').select('text_body').orderBy('id').execute();
    return mails.flatMap(({ text_body }) => /activity-report-file\/(\S+)/.exec(text_body)?.[1] ?? []);
  };
  const open = (token: string) => api().call('GET /api/activity-report-file/{token}', { params: { token } });
  const readRows = (content: Uint8Array) => {
    const book = xlsx.read(content);
    return xlsx.utils.sheet_to_json<Record<string, string>>(book.Sheets[book.SheetNames[0] ?? '']!);
  };

  it('say the same about themselves, attached to a mail or opened by a link', async () => {
    const filters = [{ $type: 'Text', field: 'Email', op: 'Contains', value: 'secret' }];
    const { run, config } = await sentReport({ includeEmailAttachement: true, filters });
    const { content } = await db()
      .kysely.selectFrom('outbox_attachment')
      .select('content')
      .executeTakeFirstOrThrow();
    const links = createReportLinks(api().services.secrets);
    const linked = await open(links.sign({ runId: run.id }, new Date()));
    const readAbout = (file: Uint8Array) =>
      xlsx.utils.sheet_to_json(xlsx.read(file).Sheets.About!, { header: 1 });
    expect(config.filterModel.filters).toHaveLength(1);
    expect(JSON.stringify(readAbout(content))).toContain('secret');
    expect(readAbout(content)).toEqual(readAbout(linked.bytes));
  });

  it('are opened by the link of a mail, without a login', async () => {
    await sentReport();
    const [token = ''] = await mailLinks();
    const response = await open(token);
    expect(response.status).toBe(200);
    expect(response.headers['content-disposition']).toContain('Activity Report 2026-03-03.xlsx');
    expect(readRows(response.bytes).map(({ Email }) => Email)).toEqual([
      'reader@secret.example',
      'reader@secret.example',
    ]);
  });

  it('are not opened by a link that was changed, is of something else, or has expired', async () => {
    const { run } = await sentReport({ reportType: 1 }, [[1, 2]]);
    const [one = '', other = ''] = await mailLinks();
    expect((await open(one)).status).toBe(200);
    const [runId, activity, expiry, signature] = one.split('.');
    const [, otherActivity] = other.split('.');
    expect(runId).toBe(run.id);
    for (const changed of [
      [runId, otherActivity, expiry, signature],
      [runId, '', expiry, signature],
      [unknownId, activity, expiry, signature],
      [runId, activity, String(Number(expiry) + 1), signature],
      [runId, activity, expiry, signature?.toLowerCase()],
    ])
      expect((await open(changed.join('.'))).body).toMatchObject({ code: 'invalid_token' });
    setDate(secondsAfter(new Date('2026-03-03T06:01:00Z'), 30 * day - 60));
    expect((await open(one)).status).toBe(200);
    setDate(secondsAfter(new Date('2026-03-03T06:01:00Z'), 30 * day + 60));
    expect((await open(one)).body).toMatchObject({
      code: 'invalid_token',
      message: 'This link has expired.',
    });
  });

  it('are not opened by a link once the user has lost the client', async () => {
    await sentReport();
    const [token = ''] = await mailLinks();
    expect(readRows((await open(token)).bytes)).toHaveLength(2);
    await db()
      .kysely.deleteFrom('user_client')
      .where('user_id', '=', world.owner().id)
      .where('client_id', '=', 1)
      .execute();
    setDate(secondsAfter(new Date(), 60));
    expect((await open(token)).status).toBe(404);
  });

  it('hold nothing of other clients by a link, even of runs of earlier versions', async () => {
    const { config, run } = await sentReport();
    await addActivities(1, 2);
    await sql`
      INSERT INTO activity_report_activity (config_id, client_id, activity_id, run_id)
      SELECT ${config.id}::uuid, client_id, id, ${run.id}::uuid FROM engagement WHERE client_id = 2`.execute(
      db().kysely,
    );
    const [token = ''] = await mailLinks();
    expect(readRows((await open(token)).bytes)).toHaveLength(2);
  });

  it.each<[string, Partial<ReportConfigRow>]>([
    ['disabled', { is_disabled: true }],
    ['deleted', { deleted_at: new Date() }],
    ['sent to somebody else', { email: 'successor@partners.example' }],
  ])('are not opened by a link once the report is %s', async (_, change) => {
    const { config } = await sentReport();
    const [token = ''] = await mailLinks();
    await db().kysely.updateTable('activity_report_config').set(change).where('id', '=', config.id).execute();
    expect([(await open(token)).status, (await open(token)).body.message]).toEqual([
      404,
      'This file no longer exists.',
    ]);
  });

  it('are masked in Blinded Mode, and closed to others', async () => {
    const { params } = await sentReport();
    const call = 'GET /api/activity-report/{configId}/{reportId}/file';
    const file = (token: string, headers: Record<string, string> = {}) =>
      api().call(call, { token, params, headers });
    const own = await file(world.tokens().owner);
    expect(readRows(own.bytes).map(({ Email }) => Email)).toContain('reader@secret.example');
    const masked = await file(world.tokens().owner, blinded);
    expect(masked.status).toBe(200);
    expect(JSON.stringify(xlsx.read(masked.bytes).Sheets)).not.toMatch(/secret/i);
    expect((await file(await api().tokenFor(await world.addClientUser()))).status).toBe(403);
  });

  it('are made again for people who look at what was sent', async () => {
    const { params } = await sentReport({ reportType: 1 });
    const token = world.tokens().owner;
    const log = await api().call('GET /api/activity-report/{configId}/{reportId}/deliveries', {
      token,
      params,
    });
    const { items } = done<{ items: ReportDelivery[] }>(log);
    expect(items.map(({ recipient, state }) => [recipient, state])).toEqual([
      ['contact@norvane.example', 'queued'],
      ['contact@norvane.example', 'queued'],
    ]);
    const content = (headers: Record<string, string> = {}, as = token) =>
      api().call('GET /api/activity-report-delivery/{id}', {
        token: as,
        headers,
        params: { id: items[0]?.id ?? '' },
      });
    expect(done<DeliveryContent>(await content()).text).toContain('reader@secret.example');
    expect(JSON.stringify(done(await content(blinded)))).not.toMatch(/secret/i);
    expect((await content({}, await api().tokenFor(await world.addClientUser()))).status).toBe(403);
  });

  describe('before they are sent', () => {
    const preview = async (config: ActivityReportConfig, headers: Record<string, string> = {}) =>
      done<ReportPreview>(
        await api().call('POST /api/activity-report-config/{id}/preview', {
          token: world.tokens().owner,
          params: { id: config.id },
          headers,
        }),
      );

    it('are shown as the next run would send them', async () => {
      const config = await world.created();
      const individual = await world.created({ reportType: 1 });
      const webhook = await world.created({ reportType: 3 });
      await addActivities(3);
      const { id: organisation_id } = await api()
        .db.kysely.insertInto('organisation')
        .values({ name: 'Secret Labs' })
        .returning('id')
        .executeTakeFirstOrThrow();
      await api().db.kysely.updateTable('engagement').set({ organisation_id }).execute();
      await passTo(new Date('2026-03-02T18:00:00Z'));
      expect(await preview(config)).toMatchObject({
        recordsCount: 3,
        mails: 1,
        mail: { subject: expect.stringMatching(/^Activity report: 3 activities of Norvane Filtration, /) },
        payload: null,
      });
      expect(await preview(individual)).toMatchObject({
        mails: 3,
        mail: { subject: 'Engagement from Biologics' },
      });
      const { payload } = await preview(webhook);
      expect(JSON.parse(payload ?? '')).toMatchObject({ version: 1, data: { total: 3, part: 1, parts: 1 } });
      for (const each of [config, individual, webhook])
        expect(JSON.stringify(await preview(each, blinded))).not.toMatch(/secret/i);
      const standIn = /Most active organizations: Company \d+ \(3\)/;
      const masked = await preview(config, blinded);
      expect(masked.mail?.text).toMatch(standIn);
      expect(masked.mail?.subject).toMatch(/^Activity report: 3 activities of Client \d+, /);
      expect(await world.configRow(config.id)).toMatchObject({ cursor: null });
    });

    describe('from what a form has', () => {
      const draft = (change: object = {}) => ({
        userId: String(world.owner().id),
        email: 'contact@norvane.example',
        firstName: 'Nora',
        lastName: 'Vane',
        companyId: '1',
        sendDays: ['T'],
        timeZone: 'UTC',
        filters: [],
        indices: ['Engagement'],
        ...change,
      });
      const previewNew = (change: object, { token = world.tokens().owner, headers = {} } = {}) =>
        api().call('POST /api/activity-report-config/preview', {
          token,
          headers,
          body: { draft: draft(change) },
        });
      const previewChanged = (
        id: string,
        change: object,
        { token = world.tokens().owner, headers = {} } = {},
      ) =>
        api().call('POST /api/activity-report-config/{id}/preview', {
          token,
          headers,
          params: { id },
          body: { draft: draft(change) },
        });
      const secretText = { $type: 'Text', field: 'Email', op: 'Contains', value: 'secret' };

      it('a new report shows its first mail with its file, and nothing is stored', async () => {
        await addActivities(3);
        await passTo(new Date('2026-03-02T18:00:00Z'));
        const first = done<ReportPreview>(await previewNew({ includeEmailAttachement: true }));
        expect(first).toMatchObject({
          recordsCount: 3,
          mails: 1,
          fileName: 'Activity Report 2026-03-02.xlsx',
          attached: true,
        });
        expect(first.mail?.text).toContain('Activity Report 2026-03-02.xlsx');
        expect(done<ReportPreview>(await previewNew({ reportType: 1, pastDays: 7 }))).toMatchObject({
          mails: 3,
          fileName: 'Engagement 2026-03-02.pdf',
          attached: false,
          mail: { subject: 'Engagement from Biologics' },
        });
        expect(done<ReportPreview>(await previewNew({ reportType: 1, pastDays: 0 })).recordsCount).toBe(0);
        const { payload } = done<ReportPreview>(await previewNew({ reportType: 3, pastDays: 7 }));
        expect(JSON.parse(payload ?? '')).toMatchObject({ data: { configId: null, total: 3 } });
        for (const table of ['activity_report_config', 'activity_report_run', 'outbox_mail'] as const)
          expect(await db().kysely.selectFrom(table).selectAll().execute()).toEqual([]);
      });

      it('a stored report shows the changes, which stay unsaved', async () => {
        const { id, version } = await world.created({ sendDays: ['T'], timeZone: 'UTC' });
        await addActivities(2);
        await passTo(new Date('2026-03-02T18:00:00Z'));
        const stored = await world.configRow(id);
        const none = { filters: [{ ...secretText, value: 'nowhere' }], version };
        expect(done<ReportPreview>(await previewChanged(id, { filters: [secretText] })).recordsCount).toBe(2);
        expect(done<ReportPreview>(await previewChanged(id, none)).recordsCount).toBe(0);
        expect(await world.configRow(id)).toEqual(stored);
        const stale = await previewChanged(id, { version: version - 1 });
        expect(stale.status).toBe(409);
      });

      it('an invalid one is refused at its fields, as when it is saved', async () => {
        const { id } = await world.created();
        const invalid = { email: 'nobody', firstName: '', sendDays: [], companyId: '3' };
        for (const answer of [await previewNew(invalid), await previewChanged(id, invalid)]) {
          expect(answer.status).toBe(400);
          const paths = (answer.body.details as { path: string }[]).map(({ path }) => path);
          expect(paths).toEqual(['email', 'firstName', 'companyId', 'sendDays']);
        }
      });

      it('only who may save it sees it, and in Blinded Mode no name', async () => {
        await addActivities(1);
        await passTo(new Date('2026-03-02T18:00:00Z'));
        const { id } = await world.created();
        const { other } = world.tokens();
        expect((await previewNew({}, { token: other })).status).toBe(403);
        expect((await previewChanged(id, {}, { token: other })).status).toBe(403);
        for (const reportType of [1, 2, 3]) {
          const masked = await previewNew({ reportType, pastDays: 7 }, { headers: blinded });
          expect(done<ReportPreview>(masked).recordsCount).toBe(1);
          expect(JSON.stringify(masked.body)).not.toMatch(/secret|norvane/i);
        }
        const probing = await previewNew({ filters: [secretText] }, { headers: blinded });
        expect(probing.status).toBe(400);
      });

      it('a filter that would not be saved is named', async () => {
        const year = { $type: 'RelativeDateRange', field: 'RelativeDateRange', value: '-1y' };
        expect(done<object>(await previewNew({ filters: [year] }))).toMatchObject({
          dropped: [{ field: 'RelativeDateRange', reason: 'not applicable' }],
        });
      });
    });

    it('are sent at once by hand, and the next scheduled run starts where that one ends', async () => {
      const { id } = await world.created({ sendDays: ['T'], timeZone: 'UTC' });
      await addActivities(2);
      const at = new Date('2026-03-02T18:00:00Z');
      await passTo(at);
      const reportId = done<{ reportId: string }>(await world.sendNow(id)).reportId;
      expect((await world.sendNow(id)).status).toBe(409);
      await work();
      expect(done(await world.run(id, reportId))).toMatchObject({ recordsCount: 2, isManual: true });
      expect(await world.configRow(id)).toMatchObject({ cursor: at, last_sent_at: at });
      await passTo(new Date('2026-03-03T06:01:00Z'));
      await work();
      expect(done(await world.runs({ configId: id, quiet: 'true' }))).toMatchObject({ total: 2 });
      expect(done(await world.runs({ configId: id }))).toMatchObject({ total: 1 });
    });

    it('are not sent by hand while disabled, nor by others', async () => {
      const { id } = await world.created({ disabled: true });
      expect((await world.sendNow(id)).body.message).toBe(
        'This report is disabled. Enable it before you send it.',
      );
      expect((await world.sendNow(id, { token: world.tokens().other })).status).toBe(403);
    });
  });
});
