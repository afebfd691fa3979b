import { blindedHeader } from '@readerlens/contract';
import type { CallAnswer, Calls } from '@readerlens/contract';
import {
  orgColumns,
  orgProperties,
  orgSortFields,
  readerColumns,
  readerSortFields,
} from '@readerlens/contract/most-active';
import { addDays, formatDay, previousRange } from '@readerlens/filters/model';
import { runs, seededRandom, testSeed } from '@readerlens/filters/testing';
import * as xlsx from 'xlsx';
import { clients, demoApi } from '../../data/demo/testing/demo-api.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';

type Org = CallAnswer<Calls['POST /api/most-active-cos']>['data'][number];
type Reader = CallAnswer<Calls['POST /api/most-active-readers']>['data'][number];
type Cell = string | number | Date | null;

const random = seededRandom();
const chance = (part: number): boolean => random() < part;
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
const pickSome = <T>(values: readonly T[]): T[] => {
  const some = values.filter(() => chance(0.6)).toSorted(() => random() - 0.5);
  return some.length > 0 ? some : [pick(values)];
};

const users = { internal: [1, 2, 3, 4, 5], client: [1, 3], premium: [2], quiet: [10] } as const;

const pickSelection = () => {
  const as = pick(Object.keys(users) as (keyof typeof users)[]);
  const to = addDays(formatDay(new Date()), -Math.floor(random() * 100));
  const range = { from: addDays(to, -pick([29, 89, 180])), to };
  const region = {
    field: 'Region',
    value: [{ id: pick(['1', '2']) }],
    op: pick(['Contains', 'NotContains']),
  };
  return {
    as,
    range,
    headers: { [blindedHeader]: String(chance(0.3)) },
    filters: [
      clients(...users[as]),
      { field: 'DateRange', value: range },
      ...(chance(0.5) ? [{ ...region, allowNA: true }] : []),
    ],
  };
};
type Selection = ReturnType<typeof pickSelection>;

const orNull = (value: Cell | undefined): Cell => (value === undefined || value === '' ? null : value);

/** The engagements before, and the change since as a number and a share. Adding 0 turns -0 into 0. */
const changeCells = (now: number, before = NaN): Cell[] => [
  before,
  now - before,
  before === 0 ? null : Math.round((now / before - 1) * 100) / 100 + 0,
];

/** What the screen shows in each column: one cell, or several of a compared row. */
const orgCells = (row: Org, isCompared: boolean): Record<(typeof orgColumns)[number], Cell[]> => ({
  rank: [row.rank, ...(isCompared ? [orNull(row.previousRank)] : [])],
  orgName: [row.orgName],
  uniqueReaders: [row.uniqueReaders],
  activitiesCount: [row.activitiesCount],
  engagementsChange: changeCells(row.activitiesCount, row.previousActivities),
  engagementScore: ['total', 'recency', 'frequency', 'breadth', 'depth'].map(
    (part) => row.score?.[part as keyof typeof row.score] ?? null,
  ),
  companyType: [orNull(row.companyType.join(', '))],
  countries: [orNull(row.countries?.join(', '))],
  revenue: [row.revenue ?? null],
  productCategories: [orNull(row.productCategories?.join(', '))],
});
const readerCells = (row: Reader, isCompared: boolean): Record<(typeof readerColumns)[number], Cell[]> => ({
  rank: [orNull(row.rank), ...(isCompared ? [orNull(row.previousRank)] : [])],
  name: [row.name],
  email: [orNull(row.email)],
  jobTitle: [orNull(row.jobTitle)],
  org: [orNull(row.orgName)],
  linkedIn: [orNull(row.linkedInUrl)],
  totalEngagements: [row.totalEngagements],
  engagementsChange: changeCells(row.totalEngagements, row.previousActivities),
  totalDocuments: [row.totalDocuments],
  mostRecent: [row.mostRecent.slice(0, 10)],
});

/** The fields that show what not everyone may see. */
const fieldOfColumn: Partial<Record<(typeof orgColumns)[number], string>> = {
  companyType: 'OrgType',
  revenue: 'Revenue',
  productCategories: 'ProductCategory',
};

describeOnOneEngine('the files of rankings as shown', (db) => {
  const api = demoApi(db);

  const download = async (call: string, { as, headers, filters }: Selection, body: object) => {
    const token = await api().tokenOf(`${as}@demo.example`);
    const {
      statusCode,
      headers: sent,
      rawPayload,
    } = await api().app.inject({
      method: 'POST',
      url: `/api/${call}/export`,
      headers: { authorization: `Bearer ${token}`, ...headers },
      payload: { filters, ...body },
    });
    expect(statusCode).toBe(200);
    const book = xlsx.read(rawPayload, { cellDates: true, UTC: true });
    const readRows = (name = '') =>
      xlsx.utils.sheet_to_json<Cell[]>(book.Sheets[name] as xlsx.WorkSheet, {
        header: 1,
        defval: null,
        UTC: true,
      });
    const [heading, ...rows] = readRows(book.SheetNames[0]);
    return {
      name: sent['content-disposition'],
      heading,
      rows: rows.map((row) =>
        row.map((cell) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : cell)),
      ),
      about: Object.fromEntries(readRows('About')) as Record<string, Cell>,
    };
  };
  const read = async (
    call: 'POST /api/most-active-cos' | 'POST /api/most-active-readers',
    { as, headers, filters }: Selection,
    body: object,
  ) => {
    const token = await api().tokenOf(`${as}@demo.example`);
    const answer = await api().call(call, { token, headers, body: { filters, ...body } });
    expect(answer.status).toBe(200);
    return answer.body;
  };

  const readSearchFields = async ({ as }: Selection): Promise<string[]> => {
    const token = await api().tokenOf(`${as}@demo.example`);
    const { body } = await api().call('GET /api/session', { token });
    return (body.data as { searchFields: string[] }).searchFields;
  };

  const readAllReaders = async (selection: Selection, body: object): Promise<Reader[]> => {
    const all: Reader[] = [];
    for (let page = 1; ; page += 1) {
      const answer = await read('POST /api/most-active-readers', selection, { ...body, page, size: 200 });
      all.push(...(answer.data as Reader[]));
      if (page * 200 >= (answer as unknown as { total: number }).total) return all;
    }
  };

  it('have the rows of the screen, for random selections, columns and orders', async () => {
    let compared = 0;
    for (let run = 0; run < runs({ test: 10, soak: 100 }); run += 1) {
      const selection = pickSelection();
      const order = pick(['asc', 'desc']);
      const title = { seed: testSeed, run, selection };

      const columns = pickSome(orgColumns);
      const isCompared = columns.includes('engagementsChange');
      const trend =
        isCompared && chance(0.4) ? { trend: { kind: pick(['rising', 'silent']), minimum: 1 } } : {};
      const shown = { sort: { field: pick(orgSortFields), order }, ...trend };
      const file = await download('most-active-cos', selection, { ...shown, shownColumns: columns });
      const orgs = await read('POST /api/most-active-cos', selection, {
        ...shown,
        comparePrevious: isCompared,
        withScore: columns.includes('engagementScore'),
        properties: orgProperties.filter((property) => columns.includes(property)),
      });
      const searchFields = await readSearchFields(selection);
      const names = columns.filter((name) => {
        const field = fieldOfColumn[name];
        return field === undefined || searchFields.includes(field);
      });
      const orgRows = (orgs.data as Org[]).map((row) => {
        const cells = orgCells(row, isCompared);
        return names.flatMap((name) => cells[name]);
      });
      // The sheet of a caller who may see none of the columns has no cells, and therefore no rows that can be read.
      const readable = names.length > 0 ? orgRows : [];
      expect({ ...title, columns, rows: file.rows }).toEqual({ ...title, columns, rows: readable });
      expect(file.about.Rows).toBe(orgRows.length);

      const ofReaders = pickSome(readerColumns);
      const comparePrevious = ofReaders.includes('engagementsChange');
      const sort = { field: pick(readerSortFields), order };
      const readers = await download('most-active-readers', selection, { sort, shownColumns: ofReaders });
      const readerRows = (await readAllReaders(selection, { sort, comparePrevious })).map((row) => {
        const cells = readerCells(row, comparePrevious);
        return ofReaders.flatMap((name) => cells[name]);
      });
      expect({ ...title, ofReaders, rows: readers.rows }).toEqual({ ...title, ofReaders, rows: readerRows });
      if (comparePrevious && readerRows.length > 0) compared += 1;
    }
    // Runs without a comparison would prove nothing of it.
    expect([testSeed, compared]).not.toContain(0);
  });

  const year = (): Selection => {
    const to = formatDay(new Date());
    const range = { from: addDays(to, -89), to };
    const filters = [clients(1, 2, 3), { field: 'DateRange', value: range }];
    return { as: 'internal', range, headers: { [blindedHeader]: 'false' }, filters };
  };

  it('have names and headings of their own, and say what they show', async () => {
    const selection = year();
    const companies = await download('most-active-cos', selection, {
      sort: { field: 'orgName' },
      shownColumns: ['rank', 'orgName', 'engagementsChange'],
    });
    expect(companies.name).toContain('filename="Most Active Companies As Shown.xlsx"');
    expect(companies.heading).toEqual([
      'Rank',
      'Rank Before',
      'Reader Org',
      'Period Before',
      'Change',
      'Change %',
    ]);
    const { from, to } = previousRange(selection.range);
    expect(companies.about).toMatchObject({
      Order: 'Reader Org, ascending',
      'Period before': `${from} to ${to}`,
    });
    const readers = await download('most-active-readers', selection, { shownColumns: ['rank', 'name'] });
    expect(readers.name).toContain('filename="Most Active Readers As Shown.xlsx"');
    expect(readers.heading).toEqual(['Rank', 'Reader Name']);
    expect(readers.about).toMatchObject({ Order: 'Engagements, descending' });
    expect(readers.about).not.toHaveProperty('Period before');
  });

  it('refuse columns that no list has', async () => {
    const token = await api().tokenOf('internal@demo.example');
    for (const call of ['POST /api/most-active-cos/export', 'POST /api/most-active-readers/export'] as const)
      for (const shownColumns of [['website'], [], ['rank', 'rank']]) {
        const body = { filters: year().filters, shownColumns };
        const answer = await api().call(call, { token, body });
        expect([shownColumns, answer.status, answer.body.code]).toEqual([shownColumns, 400, 'invalid_input']);
      }
  });
});
