import { blindedHeader } from '@readerlens/contract';
import type { CallAnswer, Calls } from '@readerlens/contract';
import { maxRankTextLength, rankTrends, readerSortFields } from '@readerlens/contract/most-active';
import { anyContains } from '@readerlens/contract/text';
import { addDays, formatDay } from '@readerlens/filters/model';
import { runs, seededRandom, testSeed } from '@readerlens/filters/testing';
import * as xlsx from 'xlsx';
import { clients, demoApi } from '../../data/demo/testing/demo-api.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';

type Reader = CallAnswer<Calls['POST /api/most-active-readers']>['data'][number];

const random = seededRandom();
const chance = (part: number): boolean => random() < part;
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;

const users = { internal: [1, 2, 3, 4, 5], client: [1, 3], premium: [2], quiet: [10] } as const;

const pickSelection = () => {
  const as = pick(Object.keys(users) as (keyof typeof users)[]);
  const to = addDays(formatDay(new Date()), -Math.floor(random() * 100));
  const range = { from: addDays(to, -pick([29, 89, 180])), to };
  return {
    as,
    isBlinded: chance(0.4),
    filters: [clients(...users[as]), { field: 'DateRange', value: range }],
  };
};
type Selection = ReturnType<typeof pickSelection>;

/** A part of what one of the readers is called, in other letters. */
const pickText = (readers: readonly Reader[]): string => {
  const { name, email } = pick(readers);
  const called = chance(0.3) ? (email ?? name) : name;
  const start = Math.floor(random() * called.length);
  const part = called.slice(start, start + pick([1, 3, 8, 40]));
  return chance(0.5) ? part.toUpperCase() : ` ${part} `;
};

describeOnOneEngine('the text search of readers', (db) => {
  const api = demoApi(db);

  const buildHeaders = async ({ as, isBlinded }: Selection) => ({
    authorization: `Bearer ${await api().tokenOf(`${as}@demo.example`)}`,
    [blindedHeader]: String(isBlinded),
  });

  const send = async (selection: Selection, body: object) => {
    const answer = await api().call('POST /api/most-active-readers', {
      headers: await buildHeaders(selection),
      body: { filters: selection.filters, ...body },
    });
    expect([answer.status, answer.body.message]).toEqual([200, '']);
    return answer.body as unknown as CallAnswer<Calls['POST /api/most-active-readers']>;
  };

  const listAll = async (selection: Selection, body: object): Promise<Reader[]> => {
    const all: Reader[] = [];
    for (let page = 1; ; page += 1) {
      const { data, total } = await send(selection, { ...body, page, size: 200 });
      all.push(...data);
      if (page * 200 >= total) {
        expect(all).toHaveLength(total);
        return all;
      }
    }
  };

  const download = async (selection: Selection, body: object) => {
    const { statusCode, rawPayload } = await api().app.inject({
      method: 'POST',
      url: '/api/most-active-readers/export',
      headers: await buildHeaders(selection),
      payload: { filters: selection.filters, ...body },
    });
    expect(statusCode).toBe(200);
    const book = xlsx.read(rawPayload);
    const [rows = [], about = []] = ['Readers', 'About'].map((name) =>
      xlsx.utils.sheet_to_json<unknown[]>(book.Sheets[name] as xlsx.WorkSheet, { header: 1 }),
    );
    return { rows: rows.slice(1), about: Object.fromEntries(about as [string, unknown][]) };
  };

  it('finds those whose shown name or e-mail has it, with their places among all, in any order', async () => {
    let found = 0;
    let missed = 0;
    for (let run = 0; run < runs({ test: 12, soak: 200 }); run += 1) {
      const selection = pickSelection();
      const order = {
        sort: { field: pick(readerSortFields), order: pick(['asc', 'desc']) },
        ...(chance(0.4) ? { trend: { kind: pick(rankTrends), minimum: 1 } } : {}),
        comparePrevious: chance(0.5),
      };
      const all = await listAll(selection, order);
      if (all.length === 0) continue;
      const text = pickText(all);
      // In Blinded Mode one searches for pseudonyms like 'Reader 1234'; an e-mail repeats its number.
      const expected = all.filter(({ name, email }) =>
        anyContains([name, (selection.isBlinded ? null : email) ?? ''], text),
      );
      const title = { seed: testSeed, run, selection, order, text };
      expect({ ...title, rows: await listAll(selection, { ...order, text }) }).toEqual({
        ...title,
        rows: expected,
      });
      found += expected.length;
      missed += all.length - expected.length;
    }
    // Texts that all have, or none, would prove nothing.
    expect([testSeed, found, missed]).not.toContain(0);
  });

  const quarter = (isBlinded: boolean): Selection => {
    const to = formatDay(new Date());
    const range = { from: addDays(to, -89), to };
    return { as: 'internal', isBlinded, filters: [clients(1, 2, 3), { field: 'DateRange', value: range }] };
  };

  it('puts what is found into both files, which say what was searched for', async () => {
    const [first] = (await send(quarter(false), {})).data;
    const text = first?.name ?? '';
    const found = await listAll(quarter(false), { text });
    const shown = await download(quarter(false), { text: ` ${text}`, shownColumns: ['rank', 'name'] });
    expect(shown.rows).toEqual(found.map(({ rank, name }) => [rank, name]));
    expect(shown.about).toMatchObject({ Rows: found.length, 'Searched text': text });
    const specified = await download(quarter(false), { text });
    expect(specified.rows.map(([name]) => name)).toEqual(found.map(({ name }) => name));
    expect((await download(quarter(false), { text: '  ' })).about).not.toHaveProperty('Searched text');
  });

  it('finds only pseudonyms in Blinded Mode', async () => {
    const [named] = (await send(quarter(false), {})).data;
    const [blinded] = (await send(quarter(true), {})).data;
    expect(blinded?.readerId).toBe(named?.readerId);
    for (const text of [named?.name, named?.lastName, named?.email])
      expect([text, (await send(quarter(true), { text: text ?? '' })).total]).toEqual([text, 0]);
    expect((await send(quarter(true), { text: blinded?.name ?? '' })).data).toEqual([blinded]);
    expect((await download(quarter(true), { text: named?.name })).rows).toEqual([]);
  });

  it('refuses a text that is too long', async () => {
    const { body } = await api().call('POST /api/most-active-readers', {
      headers: await buildHeaders(quarter(false)),
      body: { filters: quarter(false).filters as never, text: 'x'.repeat(maxRankTextLength + 1) },
    });
    expect(body).toMatchObject({ code: 'invalid_input', details: [{ path: 'text' }] });
  });
});
