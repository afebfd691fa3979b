import { sql } from 'kysely';
import * as xlsx from 'xlsx';
import { statusCode } from '../../activities/codes.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { reportTypes } from '@readerlens/contract/activity-reports';
import type { ReportType } from '@readerlens/contract/activity-reports';
import { isOneByOne } from './report-mail.ts';
import { reportRunsWorld } from './testing/report-runs-world.ts';

describeOnOneEngine('runs of activity reports', (db) => {
  const world = reportRunsWorld(db);
  const { addActivities, addPerson, addReport, runAt } = world;

  const ids = async () => (await world.sent()).map(({ activity_id }) => activity_id);
  const totals = async () => (await world.runs()).map(({ slot, total }) => [slot, total]);

  it('send each activity once, on local days of the zone, also if it is approved late', async () => {
    const owner = await addPerson();
    await addReport({ owner, days: ['T', 'TH'], timeZone: 'Pacific/Auckland' });
    const first = await addActivities({ at: '2026-03-02T13:00:00Z', count: 2 });
    const [late] = await addActivities({ at: '2026-03-02T14:00:00Z', status: 'Pending' });
    // Thursday, 06:00 in Auckland; before its midnight only the first ones are available.
    await runAt('2026-03-04T17:00:00Z');
    expect(await totals()).toEqual([['2026-03-05', 2]]);
    expect(await ids()).toEqual(first);
    await sql`UPDATE engagement SET status = (SELECT status FROM engagement WHERE id = ${first[0]}),
      available_at = '2026-03-06T08:00:00Z' WHERE id = ${late}`.execute(db().kysely);
    await runAt('2026-03-09T17:00:00Z');
    expect(await totals()).toEqual([
      ['2026-03-05', 2],
      ['2026-03-10', 1],
    ]);
    expect(await ids()).toEqual([...first, late]);
    expect(world.errors).toEqual([]);
  });

  it('find what was committed up to two days late, and store a run without activities', async () => {
    const owner = await addPerson();
    await addReport({ owner });
    for (const day of [3, 4, 5]) await runAt(`2026-03-0${day}T06:00:00Z`);
    const late = [
      ...(await addActivities({ at: '2026-03-04T20:00:00Z' })),
      ...(await addActivities({ at: '2026-03-03T00:00:00Z' })),
    ];
    for (const day of [6, 9]) await runAt(`2026-03-0${day}T06:00:00Z`);
    expect(await totals()).toEqual([
      ['2026-03-03', 0],
      ['2026-03-04', 0],
      ['2026-03-05', 0],
      ['2026-03-06', 2],
      ['2026-03-09', 0],
    ]);
    expect((await ids()).toSorted((a, b) => a - b)).toEqual(late);
    expect(await world.mails()).toHaveLength(1);
  });

  it('are about the client of the contact', async () => {
    const owner = await addPerson({ clients: [1, 2] });
    await addReport({ owner, clientId: 2 });
    await addActivities({ at: '2026-03-02T13:00:00Z', clientId: 1 });
    const own = await addActivities({ at: '2026-03-02T13:00:00Z', clientId: 2 });
    await runAt('2026-03-03T06:00:00Z');
    expect(await ids()).toEqual(own);
    expect(await world.runs()).toMatchObject([{ client_ids: [2], client_counts: [1] }]);
  });

  it('send nothing to a client if their filters name others', async () => {
    const owner = await addPerson({ clients: [1, 2] });
    await addActivities({ at: '2026-03-02T13:00:00Z', clientId: 1 });
    await addActivities({ at: '2026-03-02T13:00:00Z', clientId: 2 });
    for (const value of [[{ id: '1' }, { id: '2' }], [{ id: '2' }]])
      await addReport({ owner, filters: [{ $type: 'Terms', field: 'Clients', op: 'Contains', value }] });
    await runAt('2026-03-03T06:00:00Z');
    const skipped = {
      state: 'skipped',
      error: 'Its filters name clients other than its company. Save it again without them.',
    };
    expect(await world.jobRuns()).toMatchObject([skipped, skipped]);
    expect(await ids()).toEqual([]);
    expect(await world.mails()).toEqual([]);
  });

  it('send an individual report as one mail for each activity, and as a list above 50', async () => {
    const owner = await addPerson();
    await addReport({ owner, type: 'Individual', hasAttachment: true });
    await addActivities({ at: '2026-03-02T13:00:00Z', count: 3 });
    await runAt('2026-03-03T06:00:00Z');
    const mails = await world.mails();
    expect(mails.map(({ subject }) => subject)).toEqual(
      Array.from({ length: 3 }, () => 'Engagement from Biologics'),
    );
    expect(new Set(mails.map(({ message_id }) => message_id)).size).toBe(3);
    expect((await world.deliveries()).map(({ item, state }) => [item, state])).toEqual(
      // In the order of texts: '1-10' is before '1-9'.
      (await ids())
        .map((id) => `1-${id}`)
        .toSorted()
        .map((item) => [item, 'queued']),
    );
    const files = await db().kysely.selectFrom('outbox_attachment').select(['name', 'content']).execute();
    expect(files.map(({ name }) => name)).toEqual(
      Array.from({ length: 3 }, () => 'Engagement 2026-03-02.pdf'),
    );
    expect(Buffer.from(files[0]?.content ?? []).toString('latin1', 0, 5)).toBe('%PDF-');
    await addActivities({ at: '2026-03-03T13:00:00Z', count: 51 });
    await runAt('2026-03-04T06:00:00Z');
    expect((await world.mails()).map(({ subject }) => subject).slice(3)).toEqual([
      'Activity report: 51 activities of Aurelis, Mar 3, 2026',
    ]);
  });

  it('attach a workbook with exactly the rows, without the quality if it is left out', async () => {
    const owner = await addPerson();
    await addReport({ owner, hasAttachment: true, includesQuality: false });
    await addActivities({ at: '2026-03-02T13:00:00Z', count: 4, readerId: 2 });
    await addActivities({ at: '2026-03-02T14:00:00Z', readerId: 3 });
    await runAt('2026-03-03T06:00:00Z');
    const [file] = await db().kysely.selectFrom('outbox_attachment').select(['name', 'content']).execute();
    expect(file?.name).toBe('Activity Report 2026-03-03.xlsx');
    const book = xlsx.read(file?.content);
    const rows = xlsx.utils.sheet_to_json<Record<string, unknown>>(book.Sheets[book.SheetNames[0] ?? '']!);
    expect(rows).toHaveLength(5);
    expect(Object.keys(rows[0] ?? {})).not.toContain('Quality');
    expect(rows.map(({ Email }) => Email)).toEqual([
      'reader3@x.example',
      ...Array.from({ length: 4 }, () => 'reader2@x.example'),
    ]);
  });

  it('begin with who reads what, counted from the rows of the file', async () => {
    const owner = await addPerson();
    await addReport({ owner, hasAttachment: true });
    const at = '2026-03-02T13:00:00Z';
    await addActivities({ at, count: 3, readerId: 1, organisationId: 1 });
    await addActivities({ at, readerId: 2, organisationId: 2 });
    await addActivities({ at, readerId: 3 });
    await addActivities({ at, readerId: 4, organisationId: 3, clientId: 2 });
    await runAt('2026-03-03T06:00:00Z');
    const [mail] = await world.mails();
    for (const sentence of [
      '5 activities became available',
      'They are from 3 readers of 2 organizations.',
      'Most active organizations: Acme Labs (3), Beta Clinic (1).',
      'Most read: A paper (5).',
    ]) {
      expect(mail?.text_body).toContain(sentence);
      expect(mail?.html_body).toContain(sentence);
    }
  });

  describe('say what has changed since the last report', () => {
    const second = { at: '2026-03-03T13:00:00Z' };
    const textOfLast = async () => (await world.mails()).at(-1)?.text_body ?? '';
    const sendFirst = async (count = 3) => {
      const owner = await addPerson();
      const id = await addReport({ owner });
      await addActivities({ at: '2026-03-02T13:00:00Z', count, organisationId: 1 });
      await runAt('2026-03-03T06:00:00Z');
      expect(await textOfLast()).not.toContain('last report');
      return id;
    };

    it('in its total and its organizations, past runs that sent nothing', async () => {
      await sendFirst();
      await runAt('2026-03-04T06:00:00Z');
      await addActivities({ at: '2026-03-04T13:00:00Z', count: 2, organisationId: 1 });
      await addActivities({ at: '2026-03-04T13:00:00Z', count: 2, organisationId: 2 });
      await addActivities({ at: '2026-03-04T13:00:00Z', organisationId: 3 });
      await addActivities({ at: '2026-03-04T13:00:00Z' });
      await runAt('2026-03-05T06:00:00Z');
      const sentence =
        '6 activities became available on March 4, 2026. That is 3 more than in the last report (Mar 2, 2026); 2 organizations were not in it.';
      expect(await textOfLast()).toContain(sentence);
      expect((await world.mails()).at(-1)?.html_body).toContain(sentence);
    });

    it.each([
      [1, 'That is 2 fewer than in the last report (Mar 2, 2026).'],
      [3, 'That is as many as in the last report (Mar 2, 2026).'],
    ])('also if there are %i', async (count, sentence) => {
      await sendFirst();
      await addActivities({ ...second, count, organisationId: 1 });
      await runAt('2026-03-04T06:00:00Z');
      expect(await textOfLast()).toContain(sentence);
    });

    it('not of a report of other filters, to someone else, or that was not delivered', async () => {
      const id = await sendFirst();
      const { kysely } = db();
      const config = kysely.updateTable('activity_report_config').where('id', '=', id);
      await config.set({ indices: ['Engagement'] }).execute();
      await addActivities(second);
      await runAt('2026-03-04T06:00:00Z');
      expect(await textOfLast()).not.toContain('last report');
      await config.set({ email: 'another@partners.example' }).execute();
      await addActivities({ at: '2026-03-04T13:00:00Z' });
      await runAt('2026-03-05T06:00:00Z');
      expect(await textOfLast()).not.toContain('last report');
      await kysely.updateTable('delivery').set({ state: 'failed' }).execute();
      await addActivities({ at: '2026-03-05T13:00:00Z' });
      await runAt('2026-03-06T06:00:00Z');
      expect(await textOfLast()).not.toContain('last report');
      await addActivities({ at: '2026-03-06T13:00:00Z' });
      await runAt('2026-03-09T06:00:00Z');
      expect(await textOfLast()).toContain('That is as many as in the last report (Mar 5, 2026).');
      expect(await world.mails()).toHaveLength(5);
    });

    it('by what the owner may see of it now', async () => {
      await sendFirst();
      await sql`UPDATE engagement SET status = ${statusCode.Rejected} WHERE id = (SELECT min(id) FROM engagement)`.execute(
        db().kysely,
      );
      await addActivities({ ...second, count: 3, organisationId: 1 });
      await runAt('2026-03-04T06:00:00Z');
      expect(await textOfLast()).toContain('That is 1 more than in the last report');
    });
  });

  it('name at most five organizations', async () => {
    const owner = await addPerson();
    await addReport({ owner });
    await sql`INSERT INTO organisation (id, name) SELECT id, 'Org ' || id FROM generate_series(11, 17) AS id`.execute(
      db().kysely,
    );
    for (let id = 11; id <= 17; id += 1)
      await addActivities({ at: '2026-03-02T13:00:00Z', count: id - 10, organisationId: id });
    await runAt('2026-03-03T06:00:00Z');
    const [mail] = await world.mails();
    expect(mail?.text_body).toContain(
      'Most active organizations: Org 17 (7), Org 16 (6), Org 15 (5), Org 14 (4), Org 13 (3).',
    );
  });

  it('aggregate subsequent engagements', async () => {
    const owner = await addPerson();
    await addReport({ owner, hasAttachment: true, isAggregated: true });
    await addActivities({ at: '2026-03-02T13:00:00Z', count: 4, readerId: 2 });
    await runAt('2026-03-03T06:00:00Z');
    const [file] = await db().kysely.selectFrom('outbox_attachment').select('content').execute();
    const book = xlsx.read(file?.content);
    expect(xlsx.utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? '']!)).toHaveLength(1);
    expect(await world.runs()).toMatchObject([{ total: 4 }]);
  });

  describe('have as many rows as their mail says', () => {
    // Webhook reports have no file.
    const types = (Object.keys(reportTypes) as ReportType[]).filter((type) => type !== 'Webhook');
    const runs = types.flatMap((type) =>
      [false, true].flatMap((isAggregated) => [4, 60].map((count) => ({ type, isAggregated, count }))),
    );
    const isOneByOneRun = ({ type, count }: (typeof runs)[number]) => isOneByOne(type, count);
    /** The mails and files of a run with two readers. */
    const sendRun = async ({ count, ...layout }: (typeof runs)[number]) => {
      const owner = await addPerson();
      await addReport({ owner, hasAttachment: true, ...layout });
      await addActivities({ at: '2026-03-02T13:00:00Z', count: count - 1, readerId: 2 });
      await addActivities({ at: '2026-03-02T14:00:00Z', readerId: 3 });
      await runAt('2026-03-03T06:00:00Z');
      const files = await db().kysely.selectFrom('outbox_attachment').select('content').execute();
      return { mails: await world.mails(), files };
    };
    /** The number before the words of a sentence. */
    const readNumber = (text: string, words: string) =>
      Number(new RegExp(`([\\d,]+) ${words}`).exec(text)?.[1]?.replaceAll(',', ''));

    it.each(runs.filter(isOneByOneRun))('one by one: %j', async (run) => {
      const { mails, files } = await sendRun(run);
      expect(mails).toHaveLength(run.count);
      expect(files).toHaveLength(run.count);
    });

    it.each(runs.filter((run) => !isOneByOneRun(run)))('with a list: %j', async (run) => {
      const { mails, files } = await sendRun(run);
      const text = mails[0]?.text_body ?? '';
      const book = xlsx.read(files[0]?.content);
      const rows = xlsx.utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? '']!).length;
      expect(readNumber(text, 'activities became available')).toBe(run.count);
      // Only consolidated reports are aggregated.
      const isAggregated = run.type === 'Consolidated' && run.isAggregated;
      expect(rows).toBe(isAggregated ? 2 : run.count);
      expect(readNumber(text, 'rows, one for each reader and document')).toBe(isAggregated ? rows : NaN);
    });
  });

  it('hold nothing of a client that the owner has lost', async () => {
    const owner = await addPerson({ clients: [1, 2] });
    await addReport({ owner, clientId: 2 });
    await addActivities({ at: '2026-03-02T13:00:00Z', clientId: 1 });
    await addActivities({ at: '2026-03-02T13:00:00Z', clientId: 2 });
    await db()
      .kysely.deleteFrom('user_client')
      .where('user_id', '=', owner.id)
      .where('client_id', '=', 2)
      .execute();
    await runAt('2026-03-03T06:00:00Z');
    expect(await world.jobRuns()).toMatchObject([
      {
        state: 'skipped',
        error: 'Its user may no longer use some of its clients or filters. Save it again without them.',
      },
    ]);
    expect(await ids()).toEqual([]);
  });

  it('do nothing for a disabled report or a deleted owner', async () => {
    const owner = await addPerson();
    const id = await addReport({ owner });
    await addActivities({ at: '2026-03-02T13:00:00Z' });
    await db()
      .kysely.updateTable('activity_report_config')
      .set({ is_disabled: true })
      .where('id', '=', id)
      .execute();
    await runAt('2026-03-03T06:00:00Z');
    await db()
      .kysely.updateTable('activity_report_config')
      .set({ is_disabled: false })
      .where('id', '=', id)
      .execute();
    await db().kysely.updateTable('app_user').set({ is_active: false }).where('id', '=', owner.id).execute();
    await runAt('2026-03-04T06:00:00Z');
    expect((await world.jobRuns()).map(({ error }) => error)).toEqual([
      'The report is disabled.',
      'The account of its user was deleted.',
    ]);
  });
});
