import { activityTypes } from '@readerlens/contract/vocabulary';
import { sql } from 'kysely';
import type { CompiledQuery } from 'kysely';
import { namedCatalogue } from '@readerlens/filters/model';
import { runs, seededRandom } from '@readerlens/filters/testing';
import { TooManyWaitingError, sqlState } from '../../platform/db/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { databaseError } from '../../platform/db/database-error.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import type { AnsweredFrom } from './shared-reads.ts';
import type { EngagementSelection } from '../selection.ts';
import { createPackedSelections } from './packed-selections.ts';
import type { PackedChoice } from './packed-selections.ts';
import type { PackedRows } from './packed-rows.ts';
import { packedValues } from './packed-statement.ts';
import type { PackedValue } from './packed-statement.ts';

/** Of a document, which no packed month can answer: `packed-months.test.ts` is about those. */
const selection: EngagementSelection = {
  clientIds: [1],
  documentIds: [1],
  communityIds: 'all',
  activityTypes,
  range: { from: '2026-02-01', to: '2026-03-18' },
  filters: [],
  catalogue: namedCatalogue,
};
const other: EngagementSelection = { ...selection, communityIds: [1] };

/** One caller is enough, and waits for those who come in the same moment. */
const eachCaller = { leastCallers: 1, gather: () => new Promise((resolve) => setImmediate(resolve)) };

describeOnOneEngine('calls with the same selection', (db) => {
  /** The database with statements that each begin when the test says so. */
  const gated = () => {
    const gates: { begin: () => void; refuse: (error: Error) => void }[] = [];
    const readColumns: Database['readColumns'] = async (query, onStart) => {
      await new Promise<void>((resolve, reject) => {
        gates.push({ begin: resolve, refuse: reject });
      });
      return db().readColumns(query, onStart);
    };
    const errors: unknown[] = [];
    const options = { ...eachCaller, mostRows: 2, onError: (error: unknown) => errors.push(error) };
    return { gates, errors, packed: createPackedSelections({ ...db(), readColumns }, options) };
  };
  const arrive = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

  const insert = (rows: number, clientId = 1) =>
    db()
      .kysely.insertInto('engagement')
      .values(
        Array.from({ length: rows }, () => ({
          client_id: clientId,
          occurred_at: new Date('2026-03-01T00:00:00Z'),
          activity_type: 1,
          source: 1,
          status: 1,
          community_id: 1,
          document_id: 1,
          reader_id: 1,
        })),
      )
      .execute();

  it('share a statement that has not begun, and no other', async () => {
    const { gates, packed } = gated();
    const first = packed.read(selection);
    await arrive();
    const second = packed.read({ ...selection });
    const different = packed.read(other);
    await arrive();
    expect(gates).toHaveLength(2);
    for (const gate of gates) gate.begin();
    expect(await second).toBe(await first);
    expect(await different).not.toBe(await first);
  });

  it('see what was written before they came', async () => {
    let hasBegun = () => {};
    const begun = new Promise<void>((resolve) => {
      hasBegun = resolve;
    });
    let end = () => {};
    const gate = new Promise<void>((resolve) => {
      end = resolve;
    });
    const readColumns: Database['readColumns'] = async (query, onStart) => {
      const fields = await db().readColumns(query, onStart);
      hasBegun();
      await gate;
      return fields;
    };
    const packed = createPackedSelections({ ...db(), readColumns }, eachCaller);
    const first = packed.read(selection);
    await begun;
    await insert(1);
    const second = packed.read(selection);
    end();
    expect([(await first)?.size, (await second)?.size]).toEqual([0, 1]);
  });

  it('that only join are no reason to read, and get rows that others share or that are kept', async () => {
    const packed = createPackedSelections(db(), { ...eachCaller, leastCallers: 2 });
    const join = () => packed.read(selection, { joinsOnly: true });
    expect(await Promise.all([join(), join(), packed.read(selection)])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const [joined, ...others] = await Promise.all([join(), packed.read(selection), packed.read(selection)]);
    expect(joined).toBeDefined();
    expect(others).toEqual([joined, joined]);
    expect(await join()).toBe(joined);
  });

  it('do not inherit that too much of the first caller waits', async () => {
    for (const error of [
      new TooManyWaitingError(),
      databaseError('the database is busy', { code: sqlState.tooManyConnections }),
    ]) {
      const { gates, errors, packed } = gated();
      const first = packed.read(selection);
      const refusal = first.catch((caught: unknown) => caught);
      await arrive();
      const second = packed.read(selection);
      gates[0]?.refuse(error);
      expect(await refusal).toBe(error);
      expect(await second).toBeUndefined();
      expect(errors).toEqual([]);
    }
  });

  it('end together when the statement takes too long', async () => {
    const { gates, packed } = gated();
    const error = databaseError('canceled', { code: sqlState.queryCanceled });
    const both = [packed.read(selection), packed.read(selection)];
    const refused = Promise.all(both.map((one) => expect(one).rejects.toBe(error)));
    await arrive();
    gates[0]?.refuse(error);
    await refused;
    expect(gates).toHaveLength(1);
  });

  it('are read with SQL after any other error, and if too many activities are selected', async () => {
    const { gates, errors, packed } = gated();
    const error = new Error('bigint out of range');
    const failed = packed.read(selection);
    await arrive();
    gates[0]?.refuse(error);
    expect(await failed).toBeUndefined();
    expect(errors).toEqual([error]);

    await insert(2);
    const large = packed.read(selection);
    await arrive();
    gates[1]?.begin();
    expect(await large).toBeUndefined();
    // Not tried again.
    expect(await packed.read(selection)).toBeUndefined();
    expect(gates).toHaveLength(2);
  });

  describe('for figures that need some of the values', () => {
    const needs = (...values: PackedValue[]): PackedChoice => ({ parts: new Set(values) });
    beforeEach(() => sql`TRUNCATE engagement CASCADE`.execute(db().kysely));

    it('share a statement with what each of them needs', async () => {
      await insert(2);
      const packed = createPackedSelections(db(), eachCaller);
      const [one, two] = await Promise.all([
        packed.read(selection, needs('community_id')),
        packed.read(selection, needs('occurred_at')),
      ]);
      expect(two).toBe(one);
      expect(one?.countByCode('community_id')).toHaveLength(1);
      expect(one?.countByReader().ids).toHaveLength(1);
      expect(() => one?.countByOrganisation()).toThrow('organisation_id');
      expect(() => one?.countByCode('source')).toThrow('source');
    });

    it('have a statement of their own if another is already written without what they need', async () => {
      const { gates, packed } = gated();
      const first = packed.read(selection, needs('community_id', 'source'));
      await arrive();
      const covered = packed.read(selection, needs('source'));
      const second = packed.read(selection, needs('source', 'organisation_id'));
      await arrive();
      expect(gates).toHaveLength(2);
      for (const gate of gates) gate.begin();
      expect(await covered).toBe(await first);
      expect((await second)?.countByOrganisation()).toBeDefined();
    });

    it('use rows that have what they need, and read others with what was kept before', async () => {
      const answers: AnsweredFrom[] = [];
      const packed = createPackedSelections(db(), { ...eachCaller, onAnswer: (from) => answers.push(from) });
      const asked = [
        needs('community_id'),
        needs(),
        needs('organisation_id'),
        needs('community_id'),
        {},
        needs('stage'),
      ];
      for (const choice of asked) await packed.read(selection, choice);
      expect(answers).toEqual(['packed', 'kept', 'packed', 'kept', 'packed', 'kept']);
    });

    it('read only what is asked for again once all has changed', async () => {
      const packed = createPackedSelections(db(), eachCaller);
      await packed.read(selection);
      await insert(1);
      const rows = await packed.read(selection, needs('stage'));
      expect(() => rows?.countByCode('source')).toThrow('source');
    });

    it('have the same values as all together', async () => {
      const random = seededRandom();
      const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
      const code = () => pick([-32_767, -1, 0, 1, 2, 300, 32_767]);
      const idOrNone = () => pick([null, 1, 2, 32_767]);
      const addRow = (clientId: number) =>
        db()
          .kysely.insertInto('engagement')
          .values({
            client_id: clientId,
            occurred_at: new Date(Date.UTC(2026, 1, 1 + Math.floor(random() * 40))),
            activity_type: 1,
            status: 1,
            sequence: code(),
            source: code(),
            stage: code(),
            content_type: code(),
            community_id: code(),
            document_type_id: idOrNone(),
            region_id: idOrNone(),
            organisation_id: pick([null, 1, 2]),
            document_id: pick([1, 2]),
            reader_id: pick([1, 2]),
          })
          .execute();
      for (let row = 0; row < 60; row += 1) await addRow(pick([1, 2, 3]));
      const count = (rows: PackedRows | undefined, value: PackedValue): unknown => {
        if (value === 'occurred_at') return rows?.countByReader().lastMicros;
        if (value === 'organisation_id') return rows?.countByOrganisation();
        return rows?.countByCode(value);
      };
      for (let run = 0; run < runs({ test: 20, soak: 200 }); run += 1) {
        const asked = { ...selection, clientIds: pick([[1], [1, 2, 3]]) };
        const values = packedValues.filter(() => random() < 0.4);
        const packed = createPackedSelections(db(), eachCaller);
        const all = createPackedSelections(db(), eachCaller);
        const compare = async () => {
          const [some, every] = [await packed.read(asked, needs(...values)), await all.read(asked)];
          expect(some?.countByDocument()).toEqual(every?.countByDocument());
          for (const value of values)
            expect([value, count(some, value)]).toEqual([value, count(every, value)]);
        };
        await compare();
        await addRow(1);
        await compare();
      }
    });
  });

  describe('of several clients', () => {
    const every: EngagementSelection = { ...selection, clientIds: [1, 2, 3] };
    beforeEach(async () => {
      await sql`TRUNCATE engagement CASCADE`.execute(db().kysely);
      for (const [place, clientId] of [1, 2, 3].entries()) await insert(3 - place, clientId);
    });

    /** Reads rows; `before` runs before a statement that reads activities. */
    const create = (mostRows = 100, mostRowsAlone = 0) => {
      const answers: AnsweredFrom[] = [];
      const read: number[] = [];
      const steps = { before: async (_query: CompiledQuery): Promise<unknown> => undefined };
      const readColumns: Database['readColumns'] = async (query, onStart) => {
        const isRows = query.sql.includes('FROM engagement');
        if (isRows) await steps.before(query);
        const fields = await db().readColumns(query, onStart);
        if (isRows) read.push((fields[0]?.byteLength ?? 0) / 8);
        return fields;
      };
      const packed = createPackedSelections(
        { ...db(), readColumns },
        { ...eachCaller, mostRows, mostRowsAlone, onAnswer: (from) => answers.push(from) },
      );
      const count = async (asked = every) => {
        const rows = await packed.read(asked);
        const documents = rows?.countByDocument().map(({ engagements }) => engagements);
        return [rows?.size, documents?.reduce((sum, number) => sum + number, 0), answers.at(-1), read.at(-1)];
      };
      return { count, steps };
    };

    it('are read again for those that have changed', async () => {
      const { count } = create();
      expect(await count()).toEqual([6, 6, 'packed', 6]);
      await insert(2, 3);
      expect(await count()).toEqual([8, 8, 'updated', 3]);
      await db().kysely.deleteFrom('engagement').where('client_id', '=', 2).execute();
      expect(await count()).toEqual([6, 6, 'updated', 0]);
      await insert(1, 2);
      expect(await count()).toEqual([7, 7, 'updated', 1]);
      expect(await count()).toEqual([7, 7, 'kept', 1]);
    });

    it('are all read again if those that have changed have most of the activities', async () => {
      const { count } = create();
      await count();
      await insert(1, 1);
      await insert(1, 2);
      expect(await count()).toEqual([8, 8, 'packed', 8]);
    });

    it('are all read again if another client changes meanwhile', async () => {
      const { count, steps } = create();
      await count();
      await insert(1, 3);
      steps.before = async () => {
        steps.before = async () => undefined;
        await insert(1, 2);
      };
      expect(await count()).toEqual([8, 8, 'packed', 8]);
    });

    it('are read one after another, and kept too, if they are many and there is memory for them', async () => {
      const { count, steps } = create(4, 100);
      let running = 0;
      steps.before = async ({ parameters }) => {
        if (!parameters.includes(101)) return;
        running += 1;
        expect(running).toBe(1);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
      };
      expect(await count()).toEqual([6, 6, 'packed', 6]);
      expect(await count()).toEqual([6, 6, 'kept', 6]);
      await insert(1, 3);
      expect(await count()).toEqual([7, 7, 'updated', 2]);
      const others = [
        [1, 2],
        [2, 3],
        [1, 3],
      ].map((clientIds) => count({ ...every, clientIds }));
      expect((await Promise.all(others)).map(([size]) => size)).toEqual([5, 4, 5]);
    });

    it('are read with SQL while others wait for theirs, unless they are shared or kept', async () => {
      const { count, steps } = create(1, 100);
      const days = [1, 2, 3, 4, 5].map((day): EngagementSelection => ({
        ...every,
        range: { from: `2026-02-0${day}`, to: every.range.to },
      }));
      const [kept, ...others] = days as [EngagementSelection, ...EngagementSelection[]];
      // All are known to be large then, and there is room to keep one.
      for (const asked of [...others, kept]) expect((await count(asked))[0]).toBe(6);
      let release = () => {};
      const gate = new Promise<void>((resolve) => {
        release = resolve;
      });
      steps.before = () => gate;
      const waiting = others.slice(0, 3).map((asked) => count(asked));
      await arrive();
      expect((await count(others[3]))[0]).toBeUndefined();
      expect((await count(kept))[0]).toBe(6);
      release();
      expect((await Promise.all(waiting)).map(([size]) => size)).toEqual([6, 6, 6]);
      expect((await count(others[3]))[0]).toBe(6);
    });

    it('are read with SQL once there are too many', async () => {
      const { count } = create(6);
      expect(await count()).toEqual([6, 6, 'packed', 6]);
      await insert(20, 3);
      expect(await count()).toEqual([undefined, undefined, 'sql', 7]);
    });
  });
});
