import { randomUUID } from 'node:crypto';
import type { Database } from '@readerlens/api';
import type { Engine } from '@readerlens/api/bench';
import { benchCalls } from './bench-calls.ts';
import type { BenchServer } from './bench-server.ts';
import { biggestClient } from './biggest-client.ts';
import { changeVersion } from './change-version.ts';
import { withEachBenchServer } from './engines.ts';
import type { BenchOptions } from './engines.ts';
import { pages } from './page-calls.ts';
import { mediansInRounds } from './timing.ts';

export interface ListsBenchResult {
  readonly engine: Engine;
  readonly page: string;
  readonly organizations: number;
  /** Medians of all calls of the page at once, after a change of the data, in milliseconds. */
  readonly pickedMs: number;
  readonly ruleMs: number;
  readonly ratio: number;
  /** The same calls once more, from rows that are kept. */
  readonly pickedAgainMs: number;
  readonly ruleAgainMs: number;
  readonly againRatio: number;
}

const measuredPages = [
  { name: 'Overview', calls: benchCalls.map((call) => ({ ...call, body: {} })) },
  ...pages({ readerId: '1', orgId: '1' }).filter(({ name }) => name === 'Most Active Companies'),
];

/** The organizations of the client with the most engagements, as a list by a rule and as a list that has the same ones. */
const addLists = async ({ client }: BenchServer, filters: readonly object[], mostOrganizations: number) => {
  const post = async <T>(url: string, body: object): Promise<T> =>
    (JSON.parse(await client.postForBody(url, JSON.stringify(body))) as { data: T }).data;
  const [clients, range] = filters as [{ value: { id: string }[] }, object];
  const add = async (content: object) => {
    const list = { clientId: clients.value[0]!.id, name: `Bench ${randomUUID()}`, ...content };
    return (await post<{ list: { id: string } }>('/api/account-lists', list)).list.id;
  };
  const rule = await add({ rule: { filters: [range], leastEngagements: 3, mostOrganizations } });
  const listed = [...filters, { field: 'AccountLists', value: [{ id: rule }] }];
  const found = await post<{ orgId: string }[]>('/api/most-active-cos', { filters: listed });
  const organizationIds = found.map(({ orgId }) => orgId);
  return { rule, picked: await add({ organizationIds }), organizations: organizationIds.length };
};

const measureLists = async (
  db: Database,
  server: BenchServer,
  { mostOrganizations, rounds }: { mostOrganizations: number; rounds: number },
): Promise<ListsBenchResult[]> => {
  const { clientId, range } = await biggestClient(db);
  const filters = [
    { field: 'Clients', value: [{ id: String(clientId) }] },
    { field: 'DateRange', value: range },
  ];
  const { rule, picked, organizations } = await addLists(server, filters, mostOrganizations);
  const results: ListsBenchResult[] = [];
  for (const { name, calls } of measuredPages) {
    const askWith = (id: string) => () =>
      Promise.all(
        calls.map(({ url, body }) => {
          const listed = [...filters, { field: 'AccountLists', value: [{ id }] }];
          return server.client.post(url, JSON.stringify({ filters: listed, ...body }));
        }),
      );
    const medians = await mediansInRounds(rounds, {
      changeMs: () => changeVersion(db),
      pickedMs: askWith(picked),
      pickedAgainMs: askWith(picked),
      changeAgainMs: () => changeVersion(db),
      ruleMs: askWith(rule),
      ruleAgainMs: askWith(rule),
    });
    const { pickedMs, ruleMs, pickedAgainMs, ruleAgainMs } = medians;
    results.push({
      engine: db.engine,
      page: name,
      organizations,
      pickedMs,
      ruleMs,
      ratio: ruleMs / pickedMs,
      pickedAgainMs,
      ruleAgainMs,
      againRatio: ruleAgainMs / pickedAgainMs,
    });
  }
  await db.kysely.deleteFrom('account_list').where('id', 'in', [rule, picked]).execute();
  return results;
};

/** Measures pages under a list by a rule and under a list that has the same organizations. */
export const benchLists = async (options: BenchOptions): Promise<ListsBenchResult[]> => {
  const served = { ...options, environment: { FEATURES: '+target-accounts' } };
  const results = await withEachBenchServer(served, async (db, server) => {
    const measured: ListsBenchResult[] = [];
    for (const mostOrganizations of [50, 2000])
      measured.push(...(await measureLists(db, server, { mostOrganizations, rounds: options.rounds ?? 9 })));
    return measured;
  });
  return results.flat();
};
