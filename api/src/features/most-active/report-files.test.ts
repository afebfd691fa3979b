import { blindedHeader } from '@readerlens/contract';
import * as xlsx from 'xlsx';
import { activityWorld, dayBefore, noon } from '../../activities/testing/activity-world.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';

type Cells = (string | number | Date | null)[];

describeOnOneEngine('the reports of rankings', (db) => {
  const world = activityWorld(db);
  let token = '';
  let clientId = 0;
  beforeAll(async () => {
    const current = world();
    token = await current.tokenOf({ first_name: 'Inga', last_name: 'Internal' });
    clientId = await current.add('client', { name: 'Acme' });
    const orgs = [
      await current.add('organisation', { name: '=Formula Labs', org_type: ['Biopharma', 'CDMO'] }),
      await current.add('organisation', { name: 'Älpha' }),
      await current.add('organisation', { name: 'beta', org_type: ['CDMO'] }),
    ];
    const documents = [
      await current.add('document', { title: 'A' }),
      await current.add('document', { title: 'B' }),
    ];
    const activities = [3, 1, 2];
    for (const [index, organisation_id] of orgs.entries()) {
      const readerId = await current.add('reader', {
        first_name: ['+Ana', 'Bo', 'Cy'][index],
        email: `reader${index}@readers.example`,
        title: ['Chemist', null, '@Boss'][index],
        linked_in: index === 0 ? 'https://social.example/ana' : null,
      });
      for (let day = 1; day <= (activities[index] ?? 0); day += 1)
        await current.addActivity({
          clientId,
          readerId,
          documentId: documents[day % 2] ?? 0,
          at: noon(day + index),
          row: { organisation_id },
        });
    }
  });

  const filters = () => [{ field: 'Clients', value: [{ id: String(clientId) }] }];
  const download = async (call: string, body: object, { headers = {}, by = token } = {}) => {
    const {
      statusCode,
      headers: sent,
      rawPayload,
    } = await world().app.inject({
      method: 'POST',
      url: `/api/${call}/export`,
      headers: { authorization: `Bearer ${by}`, ...headers },
      payload: { filters: filters(), ...body },
    });
    expect(statusCode).toBe(200);
    const book = xlsx.read(rawPayload, { cellDates: true });
    const readRows = (name = '') =>
      xlsx.utils.sheet_to_json<Cells>(book.Sheets[name] as xlsx.WorkSheet, { header: 1, defval: null });
    const [heading, ...rows] = readRows(book.SheetNames[0]);
    return { name: sent['content-disposition'], heading, rows, about: Object.fromEntries(readRows('About')) };
  };

  it('are named and headed as specified', async () => {
    const companies = await download('most-active-cos', {});
    expect(companies.name).toContain('filename="Most Active Companies Report.xlsx"');
    expect(companies.heading).toEqual(['Reader Org', 'Unique Readers', 'Engagements', 'Org Type']);
    expect(companies.rows).toEqual([
      ['=Formula Labs', 1, 3, 'Biopharma, CDMO'],
      ['beta', 1, 2, 'CDMO'],
      ['Älpha', 1, 1, null],
    ]);
    const readers = await download('most-active-readers', {});
    expect(readers.name).toContain('filename="Most Active Readers Report.xlsx"');
    expect(readers.heading).toEqual([
      'Reader Name',
      'Email',
      'Job Title',
      'Org',
      'LinkedIn',
      'Engagements',
      'Documents',
      'Most Recent',
    ]);
    const linkedIn = 'https://social.example/ana';
    expect(readers.rows.map((row) => row.slice(0, 7))).toEqual([
      ['+Ana', 'reader0@readers.example', 'Chemist', '=Formula Labs', linkedIn, 3, 2],
      ['Cy', 'reader2@readers.example', '@Boss', 'beta', null, 2, 2],
      ['Bo', 'reader1@readers.example', null, 'Älpha', null, 1, 1],
    ]);
    expect(readers.rows[1]?.[7]).toEqual(new Date(noon(3)));
    expect(readers.about).toMatchObject({ By: 'Inga Internal', Rows: 3, Masked: 'No', Clients: 'Acme' });
  });

  it('have the filters and the order of the screen', async () => {
    const orders = [
      { field: 'orgName' },
      { field: 'orgName', order: 'desc' },
      { field: 'activitiesCount', order: 'asc' },
    ];
    for (const sort of orders) {
      const { rows } = await download('most-active-cos', { sort });
      const { body } = await world().call('POST /api/most-active-cos', {
        token,
        body: { filters: filters(), sort },
      });
      expect(rows.map(([name]) => name)).toEqual(
        (body.data as { orgName: string }[]).map((row) => row.orgName),
      );
    }
    const fields = ['totalEngagements', 'totalDocuments', 'mostRecent', 'name', 'jobTitle'];
    for (const sort of fields.flatMap((field) => ['asc', 'desc'].map((order) => ({ field, order })))) {
      const { rows } = await download('most-active-readers', { sort });
      const { body } = await world().call('POST /api/most-active-readers', {
        token,
        body: { filters: filters(), sort },
      });
      expect([sort, ...rows.map(([name]) => name)]).toEqual([
        sort,
        ...(body.data as { name: string }[]).map((row) => row.name),
      ]);
    }
    const named = await download('most-active-readers', { sort: { field: 'name' } });
    expect(named.rows.map(([name]) => name)).toEqual(['+Ana', 'Bo', 'Cy']);
    const dates = { field: 'DateRange', value: { from: dayBefore(1), to: dayBefore(0) } };
    const { rows } = await download('most-active-cos', { filters: [...filters(), dates] });
    expect(rows).toEqual([['=Formula Labs', 1, 1, 'Biopharma, CDMO']]);
    const empty = await download('most-active-readers', { activityTypes: ['Webinar'] });
    expect([empty.rows, empty.about.Rows]).toEqual([[], 0]);
  });

  it('have the organizations that contain the searched text', async () => {
    const search = async (text: string, headers = {}) => {
      const { rows, about } = await download('most-active-cos', { text }, { headers });
      expect([about.Rows, about['Searched text']]).toEqual([rows.length, text.trim() || undefined]);
      return rows.map(([name]) => name);
    };
    expect(await search(' ALPHA ')).toEqual(['Älpha']);
    expect(await search('cdmo')).toEqual(['=Formula Labs', 'beta']);
    expect(await search(' ')).toHaveLength(3);
    expect(await search('none of them')).toEqual([]);
    const blinded = { [blindedHeader]: 'true' };
    expect(await search('alpha', blinded)).toEqual([]);
    expect(await search('company', blinded)).toHaveLength(3);
    const by = await world().tokenOf({ role: 'Client', clients: [clientId], communities: [1] });
    expect((await download('most-active-cos', { text: 'cdmo' }, { by })).rows).toEqual([]);
  });

  it('leave out the types for those who may not see them', async () => {
    const by = await world().tokenOf({ role: 'Client', clients: [clientId], communities: [1] });
    const { heading, rows } = await download('most-active-cos', {}, { by });
    expect(heading).toEqual(['Reader Org', 'Unique Readers', 'Engagements']);
    expect(rows[0]).toEqual(['=Formula Labs', 1, 3]);
  });

  it('show stand-ins in Blinded Mode', async () => {
    const headers = { [blindedHeader]: 'true' };
    for (const call of ['most-active-cos', 'most-active-readers']) {
      const { rows, about } = await download(call, {}, { headers });
      expect(about.Masked).toBe('Yes');
      expect(JSON.stringify([rows, about])).not.toMatch(
        /Formula|beta|Ana|Bo"|Cy|readers\.example|social|Acme/,
      );
      for (const [name] of rows) expect(name).toMatch(/^(Reader|Company) \d+$/);
    }
  });

  it('are audited, and leave their slot', async () => {
    const before = new Date();
    for (let more = 0; more < 6; more += 1) await download('most-active-cos', {});
    const events = await db()
      .kysely.selectFrom('audit_event')
      .select('detail')
      .where('action', '=', 'ranking.export')
      .where('at', '>=', before)
      .execute();
    expect(events).toHaveLength(6);
    for (const { detail } of events)
      expect(detail).toEqual({ report: 'Most Active Companies Report.xlsx', rows: 3, masked: false });
  });
});
