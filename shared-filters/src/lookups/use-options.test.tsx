import { signInAs, testUser } from '@readerlens/auth/testing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { namedCatalogue, termsFilter } from '../model/index.ts';
import type { FieldDefinition, FilterModel } from '../model/index.ts';
import { stubFetch } from '../testing/stub-fetch.ts';
import { useNamedModel, useNaming } from './use-named-model.ts';
import { useOptions } from './use-options.ts';

const findDefinition = (field: string): FieldDefinition => {
  const definition = namedCatalogue.find(field);
  if (!definition) throw new Error(`no field ${field}`);
  return definition;
};

const companies = [
  { id: 'c1', name: 'Acme', onlines: [{ id: 'o1', name: 'One' }] },
  { id: 'c2', name: 'Beta', onlines: [{ id: 'o2', name: 'Two' }] },
];
const communities = ['One', 'Two', 'Three'].map((name, index) => ({
  id: `o${index + 1}`,
  name,
  businessGroupId: 'bg1',
}));
const byText = '/api/cms/companies/by-name-or-id-starting-with';
const onlines = '/api/common-lookup/onlines';

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);
let client = new QueryClient();

const typeInto = (field: string, text: string) =>
  renderHook(({ typed }) => useOptions(findDefinition(field), typed), {
    wrapper,
    initialProps: { typed: text },
  });

const names = (options: readonly { name: string }[]) => options.map(({ name }) => name);

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});
afterEach(() => client.clear());

describe('useOptions', () => {
  it("requests clients once, 250 ms after an internal user's last keystroke", async () => {
    signInAs(testUser());
    const { requested } = stubFetch({
      [byText]: (query) => [{ id: 'c1', name: `Client ${query.get('q')}` }],
    });
    const { result, rerender } = typeInto('Clients', '');
    await waitFor(() => expect(names(result.current.options)).toEqual(['Client ']));
    jest.useFakeTimers();
    for (const typed of ['a', 'ac', 'acm']) {
      rerender({ typed });
      act(() => jest.advanceTimersByTime(200));
    }
    expect(requested).toHaveLength(1);
    act(() => jest.advanceTimersByTime(50));
    jest.useRealTimers();
    await waitFor(() => expect(names(result.current.options)).toEqual(['Client acm']));
    expect(requested).toEqual([`${byText}?q=`, `${byText}?q=acm`]);
  });

  it('offers only options with the typed text until those of the server arrive', async () => {
    signInAs(testUser());
    stubFetch({
      [byText]: (query) => (query.get('q') === '' ? companies : new Promise(() => undefined)),
    });
    const { result, rerender } = typeInto('Clients', '');
    await waitFor(() => expect(names(result.current.options)).toEqual(['Acme', 'Beta']));
    jest.useFakeTimers();
    rerender({ typed: 'bet' });
    expect([names(result.current.options), result.current.isLoading]).toEqual([['Beta'], true]);
    act(() => jest.advanceTimersByTime(250));
    jest.useRealTimers();
    expect([names(result.current.options), result.current.isLoading]).toEqual([['Beta'], true]);
    rerender({ typed: 'gamma' });
    expect([names(result.current.options), result.current.isLoading]).toEqual([[], true]);
  });

  it('aborts a superseded request', async () => {
    signInAs(testUser());
    const { requested, aborted } = stubFetch({
      [byText]: (query) =>
        query.get('q') === 'a' ? new Promise(() => undefined) : [{ id: 'c2', name: 'Beta' }],
    });
    const { result, rerender } = typeInto('Clients', 'a');
    await waitFor(() => expect(requested).toHaveLength(1));
    rerender({ typed: 'b' });
    await waitFor(() => expect(names(result.current.options)).toEqual(['Beta']));
    expect(aborted).toEqual([`${byText}?q=a`]);
  });

  it('reports a failed call and retries', async () => {
    signInAs(testUser());
    stubFetch({});
    const { result } = typeInto('Clients', '');
    await waitFor(() => expect(result.current.error).not.toBeNull());
    stubFetch({ [byText]: () => [{ id: 'c1', name: 'Acme' }] });
    act(() => result.current.retry());
    await waitFor(() => expect(names(result.current.options)).toEqual(['Acme']));
  });

  it('offers client users their own companies without a request', async () => {
    signInAs(testUser({ role: 'Client', companies }));
    const { requested } = stubFetch({});
    const { result, rerender } = typeInto('Clients', '');
    await waitFor(() => expect(names(result.current.options)).toEqual(['Acme', 'Beta']));
    rerender({ typed: 'BE' });
    expect(names(result.current.options)).toEqual(['Beta']);
    expect(requested).toEqual([]);
  });

  it.each([
    ['all to internal users', testUser(), ['One', 'Two', 'Three']],
    [
      'their own to client users',
      testUser({ role: 'Client', companies, communities: [{ id: 'o3', name: 'Three' }] }),
      ['Three'],
    ],
    ["their companies' to client users without", testUser({ role: 'Client', companies }), ['One', 'Two']],
  ])('offers communities: %s', async (_, user, expected) => {
    signInAs(user);
    const { requested } = stubFetch({ [onlines]: () => communities });
    const { result, rerender } = typeInto('Onlines', '');
    await waitFor(() => expect(names(result.current.options)).toEqual(expected));
    rerender({ typed: 'zz' });
    expect(result.current.options).toEqual([]);
    expect(requested).toEqual([onlines]);
  });

  it('offers fixed options immediately', () => {
    expect(names(typeInto('Sequence', 'init').result.current.options)).toEqual(['Initial']);
  });
});

describe('useNamedModel', () => {
  it('looks up names that are missing in a link', async () => {
    signInAs(testUser());
    const ids = Array.from({ length: 60 }, (_, index) => `c${index}`);
    const { requested } = stubFetch({
      '/api/cms/companies/by-ids': (query) =>
        (query.get('ids') ?? '').split(',').map((id) => ({ id, name: `Name ${id}` })),
    });
    const model: FilterModel = {
      filters: [
        termsFilter('Clients', [...ids.map((id) => ({ id })), { id: 'kept', name: 'Kept' }]),
        termsFilter('Sequence', [{ id: '1' }]),
        termsFilter('Newsletter', [{ id: 'n1' }]),
      ],
      indices: [],
    };
    const { result } = renderHook(() => useNamedModel(model, namedCatalogue), { wrapper });
    await waitFor(() => expect(JSON.stringify(result.current)).toContain('Name c59'));
    const [clients, sequence, newsletter] = result.current.filters;
    expect(clients?.value).toHaveLength(61);
    expect(clients?.value).toContainEqual({ id: 'kept', name: 'Kept' });
    expect(sequence?.value).toEqual([{ id: '1', name: 'Initial' }]);
    expect(newsletter?.value).toEqual([{ id: 'n1' }]);
    expect(requested).toHaveLength(2);
  });

  it('reports when all lookups are done', async () => {
    signInAs(testUser());
    stubFetch({ '/api/cms/companies/by-ids': () => [] });
    const model: FilterModel = { filters: [termsFilter('Clients', [{ id: 'nobody' }])], indices: [] };
    const { result } = renderHook(() => useNaming(model, namedCatalogue), { wrapper });
    expect(result.current.isPending).toBe(true);
    await waitFor(() => expect(result.current.isPending).toBe(false));
    expect(result.current.model).toEqual(model);
  });
});
