import { sessionStore } from '@readerlens/auth';
import { useBlinded, useUser } from '@readerlens/auth/react';
import { signInAs, testUser } from '@readerlens/auth/testing';
import { act, renderHook } from '@testing-library/react';
import { useState } from 'react';
import type { FilterModel } from '../model/index.ts';
import { namedCatalogue as catalogue, termsFilter } from '../model/index.ts';
import { clearSearches, rememberSearch, searchStore, storedModel } from './search-store.ts';
import { useCurrentSearch } from './use-current-search.ts';

const model = (id: string): FilterModel => ({ filters: [termsFilter('Clients', [{ id }])], indices: [] });
const defaults = model('default');

/** An area at a URL, which records its history changes. */
const openArea = (start: string, remembersLinks = true) => {
  const visits: string[] = [];
  const view = renderHook(() => {
    const [search, setSearch] = useState(start);
    const current = useCurrentSearch({
      area: 'dashboard',
      remembersLinks,
      search,
      latestSearch: () => search,
      setSearch: (next, { replace }) => {
        visits.push(`${replace ? 'replace' : 'push'} ${next}`);
        setSearch(next);
      },
      defaults,
      catalogue,
      user: useUser(),
      blinded: useBlinded(),
    });
    return { ...current, search, setSearch };
  });
  return { ...view, visits };
};
const remembered = () => storedModel(searchStore.getState(), 'dashboard', catalogue);

beforeEach(() => {
  signInAs(testUser());
  sessionStore.setState({ blinded: false });
  clearSearches();
});

describe('useCurrentSearch', () => {
  it('remembers the search of a link', () => {
    const { result, visits } = openArea('?f=Clients:c1');
    expect(result.current.source).toBe('link');
    expect(remembered()).toEqual(model('c1'));
    expect(visits).toEqual([]);
  });

  it('leaves the remembered search as it is where links narrow it, until the user applies another', () => {
    rememberSearch('dashboard', model('c1'));
    const { result } = openArea('?f=Clients:c2', false);
    expect(result.current).toMatchObject({ source: 'link', model: model('c2') });
    expect(remembered()).toEqual(model('c1'));
    act(() => result.current.apply(model('c3')));
    expect(remembered()).toEqual(model('c3'));
  });

  it('writes a remembered search to the URL without a history entry', () => {
    rememberSearch('dashboard', model('c2'));
    const { result, visits } = openArea('?page=2');
    expect(visits).toEqual(['replace ?page=2&f=Clients:c2']);
    expect(result.current.model).toEqual(model('c2'));
  });

  it('does not write the defaults to the URL', () => {
    const { result, visits } = openArea('');
    expect(result.current.model).toEqual(defaults);
    expect(visits).toEqual([]);
    expect(remembered()).toBeUndefined();
  });

  it('applies a model to URL and session, and follows Back', () => {
    const { result, visits } = openArea('?f=Clients:c1');
    act(() => result.current.apply(model('c3')));
    expect(visits).toEqual(['push ?f=Clients:c3']);
    expect(remembered()).toEqual(model('c3'));
    act(() => result.current.setSearch('?f=Clients:c1'));
    expect(result.current.model).toEqual(model('c1'));
    expect(remembered()).toEqual(model('c1'));
  });

  it('keeps the identity of an equal model', () => {
    const { result, rerender } = openArea('?f=Clients:c1');
    const first = result.current.model;
    act(() => result.current.setSearch('?page=3&f=Clients:c1'));
    rerender();
    expect(result.current.model).toBe(first);
  });

  it('passes nothing on to the next user of the page', () => {
    const { visits } = openArea('?f=Clients:c1');
    act(() => signInAs(testUser({ id: 'u2' })));
    expect(remembered()).toBeUndefined();
    expect(visits).toEqual([]);
  });

  it('applies an empty model', () => {
    const { result } = openArea('?f=Clients:c1');
    act(() => result.current.apply({ filters: [], indices: [] }));
    expect(result.current).toMatchObject({ search: '', source: 'session', model: { filters: [] } });
  });

  it('writes the current search to the URL before applying the first one, so that Back restores it', () => {
    const { result, visits } = openArea('?page=2');
    act(() => result.current.apply(model('c3')));
    expect(visits).toEqual(['replace ?page=2&f=Clients:default', 'push ?page=2&f=Clients:c3']);
    act(() => result.current.setSearch('?page=2&f=Clients:default'));
    expect(result.current.model).toEqual(defaults);
    expect(visits).toHaveLength(2);
  });

  it('keeps a link that cannot be applied in the URL', () => {
    rememberSearch('dashboard', model('c2'));
    const { result, visits } = openArea('?f=Nope:1');
    expect(result.current).toMatchObject({ source: 'session', model: model('c2') });
    expect(visits).toEqual([]);
  });

  it('neither applies nor remembers what the user may not search by', () => {
    signInAs(testUser({ role: 'Client', companies: [{ id: 'c1', name: 'C1', onlines: [] }] }));
    const { result } = openArea('?f=Clients:c1;Revenue.GreaterThan:5');
    expect(result.current.model).toEqual(model('c1'));
    expect(remembered()).toEqual(model('c1'));
  });

  it('leaves out what Blinded Mode rejects, and restores it afterwards', () => {
    const link = '?f=Clients:c1;Email.Contains:rosalyn';
    const { result, visits } = openArea(link);
    const whole = result.current.model;
    expect(whole.filters).toHaveLength(2);
    act(() => sessionStore.setState({ blinded: true }));
    expect(result.current.model).toEqual(model('c1'));
    expect(result.current.masked.map(({ field }) => field)).toEqual(['Email']);
    expect(remembered()).toEqual(whole);
    act(() => sessionStore.setState({ blinded: false }));
    expect(result.current).toMatchObject({ model: whole, masked: [] });
    expect(visits).toEqual([]);
  });
});
