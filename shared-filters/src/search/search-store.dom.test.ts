import { clearSession } from '@readerlens/auth';
import { signInAs, testUser } from '@readerlens/auth/testing';
import type { FilterModel } from '../model/index.ts';
import {
  createCatalogue,
  emptyModel,
  namedCatalogue as catalogue,
  questionField,
  termsFilter,
} from '../model/index.ts';
import { appliedFrom, rememberAppliedFrom } from './applied-from.ts';
import { currentSearch, linkTo } from './current-search.ts';
import { clearSearches, rememberSearch, searchStorageKey, searchStore, storedModel } from './search-store.ts';

const model = (id: string): FilterModel => ({
  filters: [termsFilter('Clients', [{ id, name: `Client ${id}` }])],
  indices: ['Webinar'],
});
const remembered = (area: string) => storedModel(searchStore.getState(), area, catalogue);
/** The store as a reload of the page would make it. */
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

  it('remembers the saved search that the latest model was made from, across a reload', async () => {
    rememberSearch('dashboard', model('c1'));
    rememberAppliedFrom(model('c1'), 's1');
    jest.resetModules();
    const fresh = await import('./applied-from.ts');
    expect(fresh.appliedFrom(model('c1'))).toBe('s1');
    expect(fresh.appliedFrom(model('c2'))).toBeUndefined();
    signInAs(testUser({ id: 'u2' }));
    expect(appliedFrom(model('c1'))).toBeUndefined();
  });

  it('tells its followers', () => {
    const heard = jest.fn();
    const stop = searchStore.subscribe(heard);
    rememberSearch('dashboard', model('c1'));
    stop();
    rememberSearch('dashboard', model('c2'));
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it('forgets everything at logout', () => {
    rememberSearch('dashboard', model('c1'));
    clearSession();
    expect(remembered('dashboard')).toBeUndefined();
    expect(sessionStorage.getItem(searchStorageKey)).toBeNull();
  });

  it('keeps the last good search when a link names a client that the user may not see', () => {
    signInAs(testUser({ role: 'Client', companies: [{ id: 'c1', name: 'Client c1', onlines: [] }] }));
    rememberSearch('dashboard', model('c1'));
    rememberSearch('dashboard', model('c2'));
    expect(remembered('dashboard')).toEqual(model('c1'));
  });

  it('takes nothing down after a logout', () => {
    clearSession();
    rememberSearch('dashboard', model('c1'));
    expect(remembered('dashboard')).toBeUndefined();
    expect(sessionStorage.getItem(searchStorageKey)).toBeNull();
  });

  it('never hands one user the search of another', async () => {
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
  ])('takes %s in storage for nothing', async (stored) => {
    sessionStorage.setItem(searchStorageKey, stored);
    await expect(reloaded()).resolves.toBeUndefined();
  });

  it('reads a model by the catalogue that is known when it is asked', () => {
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

  it('is the link, else the session, else the defaults', () => {
    const from = (link: string, remembrance: FilterModel | undefined) => {
      const { source, model: found } = currentSearch({
        search: link,
        session: remembrance,
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

  it('passes over a link of which nothing is understood, and says so', () => {
    const user = testUser();
    const found = currentSearch({ search: '?f=Nope:1', session, defaults, catalogue, user });
    expect([found.source, found.problems.length]).toEqual(['session', 1]);
    const half = currentSearch({ search: '?f=Nope:1;Clients:link', session, defaults, catalogue, user });
    expect([half.source, half.problems.length]).toEqual(['link', 1]);
  });

  it('keeps what the user may search by, wherever it comes from, and names what a link asks for beside it', () => {
    const user = testUser({ role: 'Client' });
    const revenue = { $type: 'Numeric', field: 'Revenue', op: 'GreaterThan', value: 5 } as const;
    const withRevenue = (id: string): FilterModel => ({
      filters: [...model(id).filters, revenue],
      indices: [],
    });
    const from = (link: string, remembrance?: FilterModel) => {
      const {
        source,
        refused,
        model: found,
      } = currentSearch({
        search: link,
        session: remembrance,
        defaults: withRevenue('default'),
        catalogue,
        user,
      });
      return [source, found.filters.map(({ field }) => field), refused.map(({ label }) => label)];
    };
    expect(from('?f=Clients:1;Revenue.GreaterThan:5')).toEqual(['link', ['Clients'], ['Revenue']]);
    expect(from('?f=Revenue.GreaterThan:5', withRevenue('c1'))).toEqual([
      'session',
      ['Clients'],
      ['Revenue'],
    ]);
    expect(from('')).toEqual(['default', ['Clients'], []]);
  });

  it('writes a link beside what is there', () => {
    expect(linkTo('?page=2', model('c1'))).toBe('?page=2&f=types:Webinar;Clients:c1');
  });
});
