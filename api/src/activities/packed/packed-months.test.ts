import { activityTypes } from '@readerlens/contract/vocabulary';
import { toInstants, namedCatalogue } from '@readerlens/filters/model';
import { runs, seededRandom } from '@readerlens/filters/testing';
import { sql } from 'kysely';
import { describeOnEachEngine } from '../../platform/testing/index.ts';
import { countActivities } from '../figures/counts.ts';
import type { EngagementSelection } from '../selection.ts';
import { packMonths } from './packed-months.ts';
import { createPackedSelections } from './packed-selections.ts';
import type { PackedOptions } from './packed-selections.ts';
import { packedCodes } from './packed-statement.ts';
import type { PackedRows } from './packed-rows.ts';
import type { AnsweredFrom } from './shared-reads.ts';

const random = seededRandom();
const below = (count: number): number => Math.floor(random() * count);
const pick = <T>(values: readonly T[]): T => values[below(values.length)] as T;

const whole: EngagementSelection = {
  clientIds: 'all',
  communityIds: 'all',
  activityTypes,
  range: { from: '2025-01-01', to: '2026-12-31' },
  filters: [],
  catalogue: namedCatalogue,
};
const pickDay = () => new Date(Date.UTC(2025, 0, 1 + below(730))).toISOString().slice(0, 10);
const pickRange = () => {
  const [from, to] = [pickDay(), pickDay()].toSorted();
  return pick([
    { from: from as string, to: to as string },
    { from: '2025-02-01', to: '2025-02-28' },
    { from: '2025-01-31', to: '2025-03-01' },
  ]);
};

/** All that can be counted of rows, in an order of its own. */
const countAll = (rows: PackedRows | undefined, selection: EngagementSelection) => {
  if (!rows) return undefined;
  const sorted = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).toSorted();
  const { ids, engagements, documents, lastMicros } = rows.countByReader();
  return {
    size: rows.size,
    codes: packedCodes.map((code) => [sorted(rows.countByCode(code)), sorted(rows.countReadersByCode(code))]),
    times: sorted(rows.countByTime([toInstants(selection.range).from])),
    documents: sorted(rows.countByDocument()),
    listed: sorted(rows.listDocuments()),
    organisations: sorted(rows.countByOrganisation()),
    readers: sorted(Array.from(ids, (id, at) => [id, engagements[at], documents[at], lastMicros[at]])),
  };
};

describeOnEachEngine('packed months', (db) => {
  let now = Date.parse('2026-12-01T10:00:00Z');
  /** Each time so late that a client may be packed again. */
  const pack = (options: object = {}) => packMonths(db(), { at: new Date((now += 7_200_000)), ...options });

  const add = async (clientId: number, count: number, change: Readonly<Record<string, unknown>> = {}) => {
    const rows = Array.from({ length: count }, () => ({
      client_id: clientId,
      occurred_at: `${pickDay()}T${pick(['00:00:00', '12:30:00.123456', '23:59:59.999999'])}Z`,
      activity_type: 1,
      status: pick([1, 4, 2]),
      sequence: pick([1, 2, -1]),
      source: pick([1, 2]),
      stage: pick([0, 1, 32_767]),
      content_type: pick([0, 1]),
      community_id: 1 + below(3),
      document_id: 1 + below(5),
      reader_id: pick([1, 2, 3, 2_147_483_647]),
      document_type_id: pick([null, 1, 2]),
      region_id: pick([null, 1]),
      organisation_id: pick([null, 1, -5]),
      ...change,
    }));
    for (const row of rows) await db().kysely.insertInto('engagement').values(row).execute();
  };

  const open = (options: PackedOptions = {}) => {
    const answers: AnsweredFrom[] = [];
    const errors: unknown[] = [];
    const statements: string[] = [];
    const selections = createPackedSelections(
      {
        ...db(),
        readColumns(query, onStart) {
          statements.push(query.sql);
          return db().readColumns(query, onStart);
        },
      },
      {
        leastCallers: 1,
        gather: async () => undefined,
        onAnswer: (from) => answers.push(from),
        onError: (error) => errors.push(error),
        ...options,
      },
    );
    const readsActivities = () => statements.some((text) => text.includes('FROM engagement'));
    return { ...selections, answers, errors, readsActivities };
  };

  beforeAll(async () => {
    const { kysely } = db();
    for (const id of [1, 2, 3, 4])
      await kysely
        .insertInto('client')
        .values({ id, name: `Client ${id}` })
        .execute();
    for (const id of [1, 2, 3]) await add(id, 40);
  });

  it('are read instead of activities, with all that is counted of these', async () => {
    const fresh = open();
    const reference = countAll(await fresh.read(whole), whole);
    expect(fresh.answers).toEqual(['packed']);
    expect(await pack()).toMatchObject({ clients: 4, activities: reference?.size });
    const stored = open();
    expect(countAll(await stored.read(whole), whole)).toEqual(reference);
    expect([stored.answers, stored.readsActivities(), stored.errors]).toEqual([['stored'], false, []]);
    expect(countAll(await stored.read(whole), whole)).toEqual(reference);
    expect(stored.answers).toEqual(['stored', 'kept']);
  });

  it('have the activities within dates and communities, of some clients', async () => {
    for (let left = runs({ test: 15, soak: 1500 }); left > 0; left -= 1) {
      const selection: EngagementSelection = {
        ...whole,
        clientIds: pick(['all', [1], [1, 3], [2, 4], [4], []] as const),
        communityIds: pick(['all', [1], [1, 2], []] as const),
        range: pickRange(),
      };
      const stored = open();
      const { engagements } = await countActivities({ kysely: db().kysely, selection });
      const rows = await stored.read(selection);
      expect([selection, rows?.size, rows?.columns.runs.length]).toEqual([
        selection,
        engagements,
        selection.clientIds === 'all' ? 4 : selection.clientIds.length === 1 ? 0 : selection.clientIds.length,
      ]);
    }
  });

  it('are those of clients that have not changed, and the activities of others are read', async () => {
    await add(2, 3, { status: 1 });
    const { kysely } = db();
    const partly = open();
    const { engagements } = await countActivities({ kysely, selection: whole });
    expect((await partly.read(whole))?.size).toBe(engagements);
    expect([partly.answers, partly.readsActivities()]).toEqual([['stored'], true]);
    const changed = open();
    await changed.read({ ...whole, clientIds: [2] });
    expect(changed.answers).toEqual(['packed']);
    // Less than an hour later.
    expect(await packMonths(db(), { at: new Date(now + 60_000) })).toEqual({ clients: 0, activities: 0 });
    expect(await pack()).toMatchObject({ clients: 1 });
    const again = open();
    expect((await again.read(whole))?.size).toBe(engagements);
    expect([again.answers, again.readsActivities()]).toEqual([['stored'], false]);
  });

  it('answer those who only join, and need no other caller', async () => {
    const stored = open({ leastCallers: 3 });
    expect(await stored.read({ ...whole, clientIds: [1] }, { joinsOnly: true })).toBeDefined();
    expect(await stored.read({ ...whole, clientIds: [3] })).toBeDefined();
    expect(stored.answers).toEqual(['stored', 'stored']);
  });

  it('say how many activities there are, without reading too many', async () => {
    const small = open({ mostRows: 5 });
    expect(await small.read(whole)).toBeUndefined();
    expect([small.answers, small.readsActivities()]).toEqual([['sql'], false]);
    const large = open({ mostRows: 5, mostRowsAlone: 1000 });
    expect((await large.read(whole))?.size).toBeGreaterThan(5);
    expect(large.readsActivities()).toBe(false);
  });

  it('are packed of the client that has waited longest, and of no more than a run may read', async () => {
    for (const id of [3, 1]) {
      await add(id, 1, { status: 1 });
      await pack({ most: 0 });
      await add(id, 1, { status: 1 });
    }
    const packed: number[] = [];
    const listPacked = async () => {
      const { rows } = await sql<{ client_id: number }>`
        SELECT client_id FROM packed_client ORDER BY packed_at DESC, client_id LIMIT 1`.execute(db().kysely);
      packed.push(rows[0]!.client_id);
    };
    await pack({ most: 1, onPacked: listPacked });
    await pack({ most: 1, onPacked: listPacked });
    expect(new Set(packed)).toEqual(new Set([1, 3]));
    expect(await pack()).toEqual({ clients: 0, activities: 0 });
  });

  it('are missing of a client whose values do not fit', async () => {
    await add(1, 1, { reader_id: -2_147_483_648, document_id: -1, status: 1 });
    await add(2, 1);
    const errors: unknown[] = [];
    expect(await pack({ onError: (error: unknown) => errors.push(error) })).toMatchObject({ clients: 1 });
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('out of range') })]);
    const stored = open();
    expect(await stored.read({ ...whole, clientIds: [2, 3] })).toBeDefined();
    expect(stored.answers).toEqual(['stored']);
    await sql`DELETE FROM engagement WHERE document_id = -1`.execute(db().kysely);
  });
});
