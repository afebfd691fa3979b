import { sessionStore } from '@readerlens/auth';
import { clearSearches, searchStore } from '@readerlens/filters';
import { termsFilter } from '@readerlens/filters/model';
import { QueryClient } from '@tanstack/react-query';
import { commandSources } from './commands.ts';
import { startFakeApi } from './testing/fake-api.ts';
import type { FakeApi } from './testing/fake-api.ts';
import { acme, signIn } from './testing/session.ts';

let fake: FakeApi;
const queryClient = new QueryClient();

beforeEach(async () => {
  fake = await startFakeApi();
  Object.assign(fake.answers, {
    '/api/lookups/readers': {
      data: [
        {
          readerId: '7',
          userIdOrEmail: 'mira@lab.example',
          name: 'Mira Okafor',
          company: 'Lab',
          jobTitle: null,
          clientIds: ['c2', 'c1'],
        },
        {
          readerId: '8',
          userIdOrEmail: 'a___b@lab.example',
          name: 'Ann Other',
          company: null,
          jobTitle: null,
          clientIds: ['c2', 'c1'],
        },
        {
          readerId: '9',
          userIdOrEmail: '9',
          name: 'r-5521',
          company: null,
          jobTitle: null,
          clientIds: ['c1'],
        },
      ],
    },
    '/api/lookups/organizations': {
      data: [
        {
          id: '5',
          name: 'Mira Foods',
          companyUrl: '/analytics/reader-co-dashboard/-/5/-',
          clientIds: ['c2'],
        },
      ],
    },
    '/api/user-proxy': {
      data: [
        {
          id: '1',
          name: 'Budget',
          field: 'OrgQuestion1',
          label: 'Budget',
          group: 'Organization',
          kind: 'Terms',
        },
      ],
    },
  });
  fake.answers['/api/saved-searches/u1'] = {
    data: {
      items: [
        {
          id: 's1',
          name: 'Mira this year',
          isDefault: false,
          filters: [
            { $type: 'Terms', field: 'Clients', op: 'Contains', value: [{ id: 'c1', name: 'Acme' }] },
          ],
          indices: [],
        },
        { id: 's2', name: 'Others', isDefault: false, filters: [], indices: [] },
      ],
      total: 2,
      page: 1,
      pageSize: 100,
    },
  };
});

afterEach(async () => {
  sessionStore.setState({ blinded: false });
  queryClient.clear();
  clearSearches();
  await fake.stop();
});

const find = async (group: string, text: string) => {
  const source = commandSources.find((each) => each.group === group);
  const found = (await source?.find(text, { signal: new AbortController().signal, queryClient })) ?? [];
  return found.map(({ label, detail, to }) => [label, detail, decodeURIComponent(to)]);
};

it('offers readers by name, except those that an address cannot carry', async () => {
  signIn({ companies: [acme] });
  expect(await find('Readers', 'mira')).toEqual([
    ['Mira Okafor', 'Lab', '/analytics/reader-dashboard/mira@lab___example'],
    ['r-5521', undefined, '/analytics/reader-dashboard/9'],
  ]);
  expect(await find('Readers', 'm')).toEqual([]);
  expect(fake.paths()).toEqual(['lookups/readers']);
});

it('offers organizations and saved searches', async () => {
  signIn({ companies: [acme] });
  expect(await find('Organizations', 'mira')).toEqual([
    ['Mira Foods', undefined, '/analytics/reader-co-dashboard/-/5/-'],
  ]);
  expect(await find('Saved searches', 'MIRA')).toEqual([
    ['Mira this year', undefined, '/analytics/search?f=Clients:c1'],
  ]);
});

it('leads staff, who have no clients of their own, to the client of the row', async () => {
  signIn({ role: 'Internal' });
  expect(await find('Readers', 'mira')).toEqual([
    ['Mira Okafor', 'Lab', '/analytics/reader-dashboard/mira@lab___example?f=Clients:c2'],
    ['r-5521', undefined, '/analytics/reader-dashboard/9?f=Clients:c1'],
  ]);
  expect(await find('Organizations', 'mira')).toEqual([
    ['Mira Foods', undefined, '/analytics/reader-co-dashboard/-/5/-?f=Clients:c2'],
  ]);
});

it('keeps the client of the last search where the row has it', async () => {
  signIn({ role: 'Internal' });
  const last = { filters: [termsFilter('Clients', [{ id: 'c1' }])], indices: [] };
  searchStore.setState({ areas: { analytics: last } });
  expect((await find('Readers', 'mira'))[0]?.[2]).toBe(
    '/analytics/reader-dashboard/mira@lab___example?f=Clients:c1',
  );
  expect((await find('Organizations', 'mira'))[0]?.[2]).toBe(
    '/analytics/reader-co-dashboard/-/5/-?f=Clients:c2',
  );
});

it("offers a client user's own clients", async () => {
  signIn({ companies: [acme] });
  expect(await find('Clients', 'ac')).toEqual([['Acme', undefined, '/?f=Clients:c1']]);
  expect(await find('Clients', 'zz')).toEqual([]);
});

it('does not search for a text that Blinded Mode may hide', async () => {
  signIn({ role: 'Internal' });
  expect(await find('Analytics', 'Mira & co')).toEqual([
    ['Search engagements for “Mira & co”', undefined, '/analytics/search?query=Mira & co'],
  ]);
  sessionStore.setState({ blinded: true });
  expect(await find('Analytics', 'Mira & co')).toEqual([]);
});
