import { signInAs, testUser } from '@readerlens/auth/testing';
import { act, renderHook } from '@testing-library/react';
import { useState } from 'react';
import type { FilterModel } from '../model/index.ts';
import { namedCatalogue as catalogue, termsFilter } from '../model/index.ts';
import { clearSearches, rememberSearch, searchStore, storedModel } from './search-store.ts';
import { useCurrentSearch } from './use-current-search.ts';

const model = (id: string): FilterModel => ({ filters: [termsFilter('Clients', [{ id }])], indices: [] });
const defaults = model('default');

/** An area at an address, with a history that says how it was changed. */
const openArea = (start: string) => {
  const visits: string[] = [];
  const view = renderHook(() => {
    const [search, setSearch] = useState(start);
    const current = useCurrentSearch({
      area: 'dashboard',
      search,
      setSearch: (next, { replace }) => {
        visits.push(`${replace ? 'replace' : 'push'} ${next}`);
        setSearch(next);
      },
      defaults,
      catalogue,
    });
    return { ...current, search, setSearch };
  });
  return { ...view, visits };
};
const remembered = () => storedModel(searchStore.getState(), 'dashboard', catalogue);

beforeEach(() => {
  signInAs(testUser());
  clearSearches();
});

describe('useCurrentSearch', () => {
  it('remembers the search of a link', () => {
    const { result, visits } = openArea('?f=Clients:c1');
    expect(result.current.source).toBe('link');
    expect(remembered()).toEqual(model('c1'));
    expect(visits).toEqual([]);
  });

  it('puts a remembered search into the address, without a step in the history', () => {
    rememberSearch('dashboard', model('c2'));
    const { result, visits } = openArea('?page=2');
    expect(visits).toEqual(['replace ?page=2&f=Clients:c2']);
    expect(result.current.model).toEqual(model('c2'));
  });

  it('leaves the address of the defaults alone', () => {
    const { result, visits } = openArea('');
    expect(result.current.model).toEqual(defaults);
    expect(visits).toEqual([]);
    expect(remembered()).toBeUndefined();
  });

  it('applies a model to address and session, and follows the history back', () => {
    const { result, visits } = openArea('?f=Clients:c1');
    act(() => result.current.apply(model('c3')));
    expect(visits).toEqual(['push ?f=Clients:c3']);
    expect(remembered()).toEqual(model('c3'));
    act(() => result.current.setSearch('?f=Clients:c1'));
    expect(result.current.model).toEqual(model('c1'));
    expect(remembered()).toEqual(model('c1'));
  });

  it('keeps the identity of a model that says the same', () => {
    const { result, rerender } = openArea('?f=Clients:c1');
    const first = result.current.model;
    act(() => result.current.setSearch('?page=3&f=Clients:c1'));
    rerender();
    expect(result.current.model).toBe(first);
  });

  it('hands nothing on to the next user of the page', () => {
    const { visits } = openArea('?f=Clients:c1');
    act(() => signInAs(testUser({ id: 'u2' })));
    expect(remembered()).toBeUndefined();
    expect(visits).toEqual([]);
  });

  it('applies an empty model as such', () => {
    const { result } = openArea('?f=Clients:c1');
    act(() => result.current.apply({ filters: [], indices: [] }));
    expect(result.current).toMatchObject({ search: '', source: 'session', model: { filters: [] } });
  });
});
