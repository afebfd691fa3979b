import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { types } from 'node:util';
import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import { exportColumns, searchSortFields } from '@readerlens/contract/explorer';
import { buildKeyOrder } from '../../activities/activity-order.ts';
import { readActivities } from '../../activities/activity-rows.ts';
import type { Condition } from '../../activities/filter-sql.ts';
import { readKeys } from '../../activities/key-list.ts';
import { activityWorld, noon } from '../../activities/testing/activity-world.ts';
import { plainText } from '../../platform/spreadsheet/formula.ts';
import type { Cell } from '../../platform/spreadsheet/index.ts';
import { describeOnEachEngine } from '../../platform/testing/index.ts';
import { readByKeys } from './export-batches.ts';
import { activityColumns } from './export-columns.ts';
import type { ExportRows, ExportSelection } from './export-rows.ts';
import { readInOnePass } from './one-pass.ts';
import { exportToBuffer, planExport } from './plan-export.ts';
import { openSnapshot } from './snapshot.ts';
import type { Snapshot } from './snapshot.ts';

const texts = [
  'plain',
  '',
  '\\N',
  'tab\tand \\t',
  'two\r\nlines',
  '"quoted", with a comma',
  '=1+1',
  "'=1+1",
  '-1',
  ' @x',
  '＝1',
  'Größe 東京 👩‍🔬',
  '\u000b\f\b',
  'ends with \\',
  "it's",
  null,
];
const dates = [
  '2024-02-29T23:59:59.999Z',
  '1969-12-31T23:59:58.001Z',
  '2026-01-01T00:00:00Z',
  '0987-03-04T05:06:07.8Z',
];

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const cellText = (cell: Cell): string => {
  if (cell === null) return '';
  // Rows come from another realm.
  if (types.isDate(cell)) return cell.toISOString().slice(0, 19).replace('T', ' ');
  return typeof cell === 'string' ? quoted(plainText(cell)) : String(cell);
};

const all = exportColumns.map(({ field }) => field);
const viewers = [false, true].map((blinded) => ({
  user: { first_name: 'Ana', last_name: 'Ruiz' },
  blinded,
  scope: { searchFields: new Set(blinded ? [] : exportColumns.map(({ field }) => field as string)) },
}));
const orders = searchSortFields.flatMap((field) =>
  [true, false].flatMap((descending) => [true, false].map((blinded) => ({ field, descending, blinded }))),
);

describeOnEachEngine('the rows of an export', (db, engine) => {
  const world = activityWorld(db);
  let clientId: number;
  let ofClient: Condition;
  beforeAll(async () => {
    clientId = await world().add('client', { name: '=Client' });
    ofClient = sql<SqlBool>`e.client_id = ${clientId}::integer`;
    for (const [index, text] of texts.entries()) {
      const other = texts[(index + 5) % texts.length] ?? null;
      const readerId = await world().add('reader', {
        first_name: text,
        last_name: other,
        title: text,
        company: other,
        address: text,
        city: other,
        phone: text,
      });
      const documentId = await world().add('document', { title: other, url: text });
      for (const at of [dates[index % dates.length]!, noon(index)])
        await world().addActivity({
          clientId,
          readerId,
          documentId,
          at,
          specifics: { notes: text ?? '' },
          row: { quality: index % 3 },
        });
    }
  });

  it('are those of the list, whatever their texts', async () => {
    for (const viewer of viewers)
      for (const order of orders) {
        const file = await exportToBuffer(db(), {
          where: ofClient,
          columns: exportColumns,
          viewer,
          order,
          format: 'csv',
          selection: 'All',
        });
        const keys = await readKeys(db().kysely, ofClient, buildKeyOrder(order), { size: 1000, offset: 0 });
        const columns = activityColumns(all, viewer);
        const rows = (await readActivities(db().kysely, keys)).map((row) =>
          columns.map(({ cell }) => cellText(cell.of(row))),
        );
        const lines = [columns.map(({ title }) => title), ...rows].map((cells) => `${cells.join(',')}\r\n`);
        expect(Buffer.from(file).toString()).toBe(`\ufeff${lines.join('')}`);
      }
  });

  const readAll = async (rows: ExportRows) => {
    const lines: Uint8Array[] = [];
    for (let found = await rows.next(); found; found = await rows.next()) lines.push(found);
    return { count: rows.count, text: Buffer.concat(lines).toString() };
  };
  const select = (part: Partial<ExportSelection>): ExportSelection => ({
    where: ofClient,
    order: buildKeyOrder(orders[0]!),
    aggregated: false,
    names: ['id', 'firstName', 'documentName', 'company', 'community'],
    onCount: () => {},
    ...part,
  });
  /** A transaction, which is a snapshot as long as nobody writes. */
  const inSnapshot = (work: (snapshot: Snapshot) => Promise<void>) =>
    db().transaction((kysely) =>
      work({ kysely, changedFrom: undefined, timeoutMs: 0, cancel: async () => {}, close: async () => {} }),
    );

  it('are the same in one pass and by keys', async () => {
    const conditions = [
      sql<SqlBool>`true`,
      sql<SqlBool>`e.reader_id IN (SELECT id FROM reader WHERE title = ANY(${texts}::text[]))`,
      ...texts.map(
        (text, index) =>
          sql<SqlBool>`e.reader_id IN (SELECT id FROM reader WHERE title = ${text}) AND e.quality = ${index % 3}`,
      ),
    ];
    await inSnapshot(async (snapshot) => {
      for (const aggregated of [false, true])
        for (const [index, order] of [...orders, ...texts.map(() => orders[0]!)].entries()) {
          const condition = conditions[index % conditions.length]!;
          const where = sql<SqlBool>`${ofClient} AND ${condition}`;
          const selection = select({ where, order: buildKeyOrder(order), aggregated });
          const inOnePass = await readAll(await readInOnePass(db(), snapshot, selection));
          expect(inOnePass).toEqual(await readAll(await readByKeys(db(), snapshot, selection)));
          expect(inOnePass.text.split('\n')).toHaveLength(inOnePass.count + 1);
        }
    });
  });

  it('are as many as may be exported', async () => {
    const onCount = (count: number) => {
      throw new Error(`There are ${count}.`);
    };
    await inSnapshot(async (snapshot) => {
      for (const read of [readInOnePass, readByKeys])
        await expect(read(db(), snapshot, select({ onCount }))).rejects.toThrow('There are 32.');
    });
  });

  if (engine === 'postgres')
    describe('in one pass', () => {
      const many = sql<SqlBool>`e.client_id = ${1e6}::integer`;
      beforeAll(async () => {
        await sql`INSERT INTO client (id, name) VALUES (1000000, 'Big')`.execute(db().kysely);
        const readerId = await world().add('reader', { address: 'x'.repeat(2000) });
        await sql`INSERT INTO engagement (client_id, reader_id, document_id, community_id, occurred_at, activity_type, status, source)
          SELECT 1000000, ${readerId}::integer, 1, 1, ${noon(5)}::timestamptz + place * interval '1 second', 1, 1, 1
          FROM generate_series(1, 8000) AS place`.execute(db().kysely);
      });
      const busySessions = async () => {
        const query = sql<{ count: number }>`SELECT count(*) AS count FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`;
        return (await query.execute(db().kysely)).rows[0]?.count;
      };
      const request = {
        where: many,
        columns: exportColumns.filter(({ field }) => field === 'address'),
        viewer: viewers[0]!,
        order: orders[0]!,
        format: 'csv',
        selection: 'All',
      } as const;

      it.each(['before its file', 'in its file'])('ends its statement when it is closed %s', async (when) => {
        const plan = await planExport(db(), request);
        if (when === 'in its file') {
          const file = plan.stream();
          await once(file, 'readable');
          file.destroy();
          await once(file, 'close');
        }
        await plan.close();
        expect(await busySessions()).toBe(0);
        expect((await buffer((await planExport(db(), request)).stream())).length).toBeGreaterThan(16e6);
      });

      it('ends when the database takes longer for rows than for a statement', async () => {
        await db().transaction(async (trx) => {
          await sql`LOCK TABLE reader IN ACCESS EXCLUSIVE MODE`.execute(trx);
          const snapshot = await openSnapshot(db());
          const reading = readInOnePass(db(), { ...snapshot, timeoutMs: 5 }, select({ where: many }));
          await expect(reading).rejects.toMatchObject({ code: '57014' });
          await snapshot.close();
        });
        expect(await busySessions()).toBe(0);
      });
    });
});
