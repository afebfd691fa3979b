import { randomUUID } from 'node:crypto';
import type { EngagementRow } from '@readerlens/contract';
import { sql } from 'kysely';
import type { CompiledQuery } from 'kysely';
import { formatActivityId } from '../../activities/activity-key.ts';
import { readPlaces } from '../../activities/key-list.ts';
import { selectionWhere } from '../../activities/selection.ts';
import { activityWorld, noon } from '../../activities/testing/activity-world.ts';
import { addApiClient } from '../../people/testing/api-client.ts';
import { header, importText, temporaryFiles } from '../../data/import/testing/import-files.ts';
import { recordQueries } from '../../platform/db/record-queries.ts';
import { describeOnEachEngine, setDate } from '../../platform/testing/index.ts';
import { activityTypes } from '@readerlens/contract/vocabulary';
import { namedCatalogue } from '@readerlens/filters/model';
import { runs } from '@readerlens/filters/testing';
import { blindedHeaders, ofClients, searchAllPages } from './testing/search-pages.ts';

interface Page {
  items: EngagementRow[];
  cursor: string | null;
}

const files = temporaryFiles();

describeOnEachEngine('POST /api/activities/page', (db) => {
  const world = activityWorld(db);
  let token: string;
  let clientId: number;
  let readerId: number;
  beforeAll(async () => {
    token = await world().tokenOf({ review_activities: true });
  });
  afterEach(() => jest.useRealTimers());
  beforeEach(async () => {
    clientId = await world().add('client', { name: `Client ${randomUUID()}` });
    readerId = await world().add('reader', {
      first_name: 'Zenobia',
      last_name: 'Quack',
      email: 'z@q.example',
    });
    await db()
      .kysely.insertInto('document')
      .values({ id: 1, title: 'Cells' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });

  const request = (body: object, by = token, headers = {}) =>
    world().call('POST /api/activities/page', {
      token: by,
      headers,
      body: { filters: [ofClients(clientId)], ...body },
    });
  const page = async (...parts: Parameters<typeof request>): Promise<Page> => {
    const { status, body } = await request(...parts);
    expect(status).toBe(200);
    return body.data as Page;
  };
  /** Reads all pages; `between` runs while each following page is read. */
  const allPages = async (body: object, between?: (round: number) => Promise<unknown>): Promise<Page[]> => {
    const pages = [await page(body)];
    for (let { cursor } = pages[0]!; cursor !== null;) {
      const [next] = await Promise.all([page({ ...body, cursor }), between?.(pages.length)]);
      pages.push(next);
      cursor = next.cursor;
    }
    return pages;
  };
  const listIds = (pages: readonly Page[]) => pages.flatMap(({ items }) => items.map(({ id }) => id));

  /** Activities of which several have the same time, or times within one millisecond. */
  const addActivities = async (count: number) => {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const at = noon(1 + Math.floor(index / 6)).replace('.000Z', `.0000${index % 3}0Z`);
      ids.push(await world().addActivity({ clientId, readerId, at, isSubsequent: index > 0 }));
    }
    return ids;
  };

  it('reads the rows of the search list in its order, in pages of any size', async () => {
    const ids = await addActivities(25);
    const rows = await searchAllPages(world(), token, { filters: [ofClients(clientId)] });
    expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    for (const limit of [1, 7, 24, 25, 1000]) {
      const pages = await allPages({ limit });
      expect(pages.flatMap(({ items }) => items)).toEqual(rows);
      expect(pages).toHaveLength(Math.ceil(25 / limit));
    }
  });

  it('delivers what existed at the start exactly once while an import and reviews run', async () => {
    const existing = await addActivities(40);
    const pending: string[] = [];
    for (let index = 0; index < 10; index += 1)
      pending.push(
        await world().addActivity({
          clientId,
          readerId,
          at: noon(index + 1),
          status: 'Pending',
          isSubsequent: true,
        }),
      );
    const clientName = await db()
      .kysely.selectFrom('client')
      .select('name')
      .where('id', '=', clientId)
      .executeTakeFirstOrThrow();
    const importRows = (round: number) =>
      importText(
        db(),
        files,
        [1, 2, 4, 6, 8, 30]
          .map((daysAgo) =>
            JSON.stringify({
              external_id: `new-${round}-${daysAgo}`,
              occurred_at: noon(daysAgo),
              client: clientName.name,
              community: 'Biologics',
              document_external_id: 'imported',
              document_title: 'Imported',
              reader_email: `reader${round}@imported.example`,
            }),
          )
          .join('\n'),
      );
    const approve = (round: number) =>
      world().call('POST /api/review-activities', {
        token,
        body: { engagementIds: [pending[round % 10]], customerRequestIds: [], status: 'Approved' },
      });
    const pages = await allPages({ limit: 3 }, async (round) => {
      const [, reviewed] = await Promise.all([
        round % 3 === 1 && round < 12 && importRows(round),
        approve(round),
      ]);
      expect(reviewed.status).toBe(200);
    });
    const read = listIds(pages);
    expect(new Set(read).size).toBe(read.length);
    expect(existing.filter((id) => !read.includes(id))).toEqual([]);
    // Some of the others were added before their place was reached, and some after.
    const later = listIds(await allPages({ limit: 1000 }));
    expect(later).toHaveLength(40 + 10 + 4 * 6);
    expect(read.length).toBeGreaterThan(40);
    expect(read.length).toBeLessThan(later.length);
  });

  it('delivers a hundred pages exactly once while a fifth as many rows are imported', async () => {
    const perPage = runs({ test: 100, soak: 1000 });
    const importedCount = 20 * perPage;
    const name = `Client ${randomUUID()}`;
    clientId = await world().add('client', { name });
    await sql`INSERT INTO engagement (client_id, reader_id, document_id, occurred_at, activity_type, status, source, community_id,
        sequence)
      SELECT ${clientId}, ${readerId}, 1, ${noon(1)}::timestamptz - n * interval '4 minutes', 1, 1, 1, 1, 2
      FROM generate_series(1, ${100 * perPage}::integer) AS n`.execute(db().kysely);
    const { rows: stored } = await sql<{ id: number }>`
      SELECT id FROM engagement WHERE client_id = ${clientId}`.execute(db().kysely);
    const lines = Array.from({ length: importedCount }, (_, index) => {
      const at = new Date(Date.parse(noon(1)) - index * 1_200_000).toISOString();
      return `new-${index},${at},${name},Biologics,imported,reader-${index % 500}`;
    });
    const importing = importText(db(), files, [header, ...lines].join('\n'), { batchSize: 4 * perPage });
    const read = listIds(await allPages({ limit: perPage }));
    const { imported } = await importing;
    expect(imported).toBe(importedCount);
    expect(new Set(read).size).toBe(read.length);
    const delivered = new Set(read);
    expect(stored.filter(({ id }) => !delivered.has(formatActivityId({ clientId, id })))).toEqual([]);
    expect(read.length).toBeGreaterThanOrEqual(100 * perPage);
  });

  it('keeps the dates of the first page past midnight', async () => {
    await addActivities(4);
    const oldest = await world().addActivity({ clientId, readerId, at: noon(365), isSubsequent: true });
    const first = await page({ limit: 2 });
    setDate(Date.now() + 40 * 86_400_000);
    const later = await world().tokenOf();
    const rest = await page({ limit: 1000, cursor: first.cursor }, later);
    expect(listIds([rest])).toContain(oldest);
  });

  it('is limited and masked as the search list is', async () => {
    await addActivities(3);
    const foreign = await addApiClient(world());
    expect((await request({}, foreign.token)).status).toBe(403);
    const entitled = await world().tokenOf({ role: 'Client', clients: [clientId], communities: [1] });
    expect((await page({}, entitled)).items).toHaveLength(3);
    const elsewhere = await world().tokenOf({ role: 'Client', clients: [clientId], communities: [2] });
    expect((await page({}, elsewhere)).items).toEqual([]);
    const { items, cursor } = await page({ limit: 2 }, token, blindedHeaders);
    const rest = await page({ limit: 2, cursor }, token, blindedHeaders);
    expect(items.concat(rest.items)).toEqual(
      await searchAllPages(world(), token, { filters: [ofClients(clientId)] }, blindedHeaders),
    );
    expect(JSON.stringify([items, rest])).not.toContain('Zenobia');
    const [first] = (await page({ limit: 1, cursor }, entitled)).items;
    expect(first?.fullName).toBe('Zenobia Quack');
  });

  it('accepts a cursor with the same search only, however its keys are ordered', async () => {
    await addActivities(3);
    const { cursor } = await page({ limit: 1, query: 'Cells' });
    const answers = [
      { cursor, query: 'Cells', filters: [{ value: [{ id: String(clientId) }], field: 'Clients' }] },
      { cursor, query: 'Other' },
      { cursor },
      { cursor: `${cursor}x`, query: 'Cells' },
      { cursor: cursor?.replace(/^../, 'AA'), query: 'Cells' },
      { cursor: 'x', query: 'Cells' },
      { cursor: '', query: 'Cells' },
    ];
    const statuses = [];
    for (const body of answers) statuses.push((await request(body)).status);
    expect(statuses).toEqual([200, 400, 400, 400, 400, 400, 400]);
    expect((await request({ cursor })).body.details).toEqual([
      { path: 'cursor', message: 'The cursor is not valid for this search.' },
    ]);
  });

  it.each([0, 1001])('refuses a limit of %i', async (limit) => {
    expect((await request({ limit })).status).toBe(400);
  });

  it('reads a page of one client from the covering index, in its order', async () => {
    await addActivities(3);
    const queries: CompiledQuery[] = [];
    const { kysely } = recordQueries(db(), (query) => queries.push(query));
    const where = selectionWhere({
      clientIds: [clientId],
      communityIds: 'all',
      activityTypes,
      range: { from: '2020-01-01', to: '2030-01-01' },
      filters: [],
      catalogue: namedCatalogue,
    });
    await readPlaces(kysely, where, { at: '2026-01-01T00:00:00.000001Z', clientId, id: 1 }, 100);
    const [query] = queries;
    const plan = await db().transaction(async (trx) => {
      await trx.executeQuery({ ...query!, sql: 'SET LOCAL enable_seqscan = off', parameters: [] });
      const { rows } = await trx.executeQuery({ ...query!, sql: `EXPLAIN ${query!.sql}` });
      return JSON.stringify(rows);
    });
    expect(plan).toMatch(/Index (Only )?Scan Backward using engagement_covering/);
    expect(plan).toMatch(/Index Cond: .*occurred_at <= /);
    expect(plan).not.toContain('Sort');
  });
});
