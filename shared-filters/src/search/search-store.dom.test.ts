import { clearSession } from '@readerlens/auth';
import { signInAs, testUser } from '@readerlens/auth/testing';
import type { FilterModel } from '../model/index.ts';
import {
  createCatalogue,
  emptyModel,
  namedCatalogue as catalogue,
  questionField,
  termsFilter,
  writeSearch,
} from '../model/index.ts';
import { currentSearch } from './use-current-search.ts';
import {
  clearSearches,
  rememberSearch,
  searchStorageKey,
  searchStore,
  storedModel,
  appliedFrom,
  rememberAppliedFrom,
} from './search-store.ts';

const model = (id: string): FilterModel => ({
  filters: [termsFilter('Clients', [{ id, name: `Client ${id}` }])],
  indices: ['Webinar'],
});
const remembered = (area: string) => storedModel(searchStore.getState(), area, catalogue);
/** The stored model after a reload of the page. */
const reloaded = async () => {
  jest.resetModules();
  const fresh = await import('./search-store.ts');
  return fresh.storedModel(fresh.searchStore.getState(), 'dashboard', catalogue);
};

beforeEach(() => {
  sessionStorage.clear();
  signInAs(testUser());
  clearSearches();
});

describe('the search store', () => {
  it('remembers one model per area, names included, across a reload', async () => {
    rememberSearch('dashboard', model('c1'));
    rememberSearch('search', model('c2'));
    expect(remembered('dashboard')).toEqual(model('c1'));
    expect(Object.keys(sessionStorage)).toEqual([searchStorageKey]);
    await expect(reloaded()).resolves.toEqual(model('c1'));
  });

  it('remembers the saved search of the last applied model across a reload', async () => {
    rememberSearch('dashboard', model('c1'));
    rememberAppliedFrom(model('c1'), 's1');
    jest.resetModules();
    const fresh = await import('./search-store.ts');
    expect(fresh.appliedFrom(model('c1'))).toBe('s1');
    expect(fresh.appliedFrom(model('c2'))).toBeUndefined();
    signInAs(testUser({ id: 'u2' }));
    expect(appliedFrom(model('c1'))).toBeUndefined();
  });

  it('notifies subscribers', () => {
    const listener = jest.fn();
    const stop = searchStore.subscribe(listener);
    rememberSearch('dashboard', model('c1'));
    stop();
    rememberSearch('dashboard', model('c2'));
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('clears everything on logout', () => {
    rememberSearch('dashboard', model('c1'));
    clearSession();
    expect(remembered('dashboard')).toBeUndefined();
    expect(sessionStorage.getItem(searchStorageKey)).toBeNull();
  });

  it('keeps the last valid search if a link has a client that the user may not see', () => {
    signInAs(testUser({ role: 'Client', companies: [{ id: 'c1', name: 'Client c1', onlines: [] }] }));
    rememberSearch('dashboard', model('c1'));
    rememberSearch('dashboard', model('c2'));
    expect(remembered('dashboard')).toEqual(model('c1'));
  });

  it('stores nothing after a logout', () => {
    clearSession();
    rememberSearch('dashboard', model('c1'));
    expect(remembered('dashboard')).toBeUndefined();
    expect(sessionStorage.getItem(searchStorageKey)).toBeNull();
  });

  it("never passes one user's search to another", async () => {
    rememberSearch('dashboard', model('c1'));
    const stored = sessionStorage.getItem(searchStorageKey) ?? '';
    signInAs(testUser({ id: 'u2' }));
    expect(remembered('dashboard')).toBeUndefined();
    sessionStorage.setItem(searchStorageKey, stored);
    await expect(reloaded()).resolves.toBeUndefined();
  });

  it.each([
    '{',
    '[]',
    '{"owner":"u1","areas":7}',
    '{"owner":"u1","areas":{"dashboard":{"filters":[{"field":"Gone"}]}}}',
  ])('ignores %s in storage', async (stored) => {
    sessionStorage.setItem(searchStorageKey, stored);
    await expect(reloaded()).resolves.toBeUndefined();
  });

  it('validates a model against the current catalogue', () => {
    const drug = questionField({ id: 'q', field: 'DrugName', label: 'Drug', group: 'General', kind: 'Text' });
    const withDrug: FilterModel = {
      filters: [{ $type: 'Text', field: 'DrugName', op: 'Equals', value: 'x' }],
      indices: [],
    };
    rememberSearch('dashboard', withDrug);
    expect(remembered('dashboard')).toBeUndefined();
    expect(storedModel(searchStore.getState(), 'dashboard', createCatalogue([drug]))).toEqual(withDrug);
  });
});

describe('the current search', () => {
  const defaults = model('default');
  const session = model('session');
  const search = '?f=Clients:link&page=2';

  it('is the link, otherwise the session, otherwise the defaults', () => {
    const from = (link: string, storedSearch: FilterModel | undefined) => {
      const { source, model: found } = currentSearch({
        search: link,
        session: storedSearch,
        defaults,
        catalogue,
        user: testUser(),
      });
      return [source, found.filters[0]?.value];
    };
    expect(from(search, session)).toEqual(['link', [{ id: 'link' }]]);
    expect(from('?page=2', session)).toEqual(['session', session.filters[0]?.value]);
    expect(from('', undefined)).toEqual(['default', defaults.filters[0]?.value]);
    expect(from('', emptyModel)).toEqual(['session', undefined]);
  });

  it('skips a link without any valid part, and reports it', () => {
    const user = testUser();
    const found = currentSearch({ search: '?f=Nope:1', session, defaults, catalogue, user });
    expect([found.source, found.problems.length]).toEqual(['session', 1]);
    const half = currentSearch({ search: '?f=Nope:1;Clients:link', session, defaults, catalogue, user });
    expect([half.source, half.problems.length]).toEqual(['link', 1]);
  });

  it('keeps only what the user may search by, and reports other fields of a link', () => {
    const user = testUser({ role: 'Client' });
    const revenue = { $type: 'Numeric', field: 'Revenue', op: 'GreaterThan', value: 5 } as const;
    const withRevenue = (id: string): FilterModel => ({
      filters: [...model(id).filters, revenue],
      indices: [],
    });
    const from = (link: string, storedSearch?: FilterModel) => {
      const {
        source,
        forbidden,
        model: found,
      } = currentSearch({
        search: link,
        session: storedSearch,
        defaults: withRevenue('default'),
        catalogue,
        user,
      });
      return [source, found.filters.map(({ field }) => field), forbidden.map(({ label }) => label)];
    };
    expect(from('?f=Clients:1;Revenue.GreaterThan:5')).toEqual(['link', ['Clients'], ['Revenue']]);
    expect(from('?f=Revenue.GreaterThan:5', withRevenue('c1'))).toEqual([
      'session',
      ['Clients'],
      ['Revenue'],
    ]);
    expect(from('')).toEqual(['default', ['Clients'], []]);
  });

  it('adds the model to existing parameters', () => {
    expect(writeSearch('?page=2', model('c1'))).toBe('?page=2&f=types:Webinar;Clients:c1');
  });
});
