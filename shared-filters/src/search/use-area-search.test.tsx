import '@testing-library/jest-dom';
import { clearSession } from '@readerlens/auth';
import { signInAs, startFakeApi, testUser } from '@readerlens/auth/testing';
import type { FakeApi } from '@readerlens/auth/testing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { clearSearches, searchStore } from './search-store.ts';
import { useAreaSearch } from './use-area-search.ts';
import type { AreaSearch } from './use-area-search.ts';

const stored = 'GET /api/default-filters/u1';
const lookup = 'GET /api/user-proxy';
const companies = ['c1', 'c2'].map((id) => ({ id, name: id.toUpperCase(), onlines: [] }));
const question = {
  id: 'q1',
  field: 'DrugName',
  label: 'Drug Name',
  group: 'FirmographicLifeSciences',
  kind: 'Text',
  businessGroupId: null,
  internalOnly: false,
  options: [],
};
const terms = (field: string, id: string) => ({
  $type: 'Terms',
  field,
  op: 'Contains',
  value: [{ id, name: id }],
});
const lastDays = { $type: 'RelativeDateRange', field: 'RelativeDateRange', value: '-30d' };

const signIn = (user: Parameters<typeof testUser>[0]) => signInAs(testUser({ role: 'Client', ...user }));

let fake: FakeApi;
let queryClient: QueryClient;
beforeEach(async () => {
  fake = await startFakeApi({});
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  signIn({ companies });
});
afterEach(async () => {
  queryClient.clear();
  act(clearSession);
  sessionStorage.clear();
  await fake.stop();
});

const open = (address = '/', options: Parameters<typeof useAreaSearch>[0] = {}) =>
  renderHook(() => useAreaSearch(options), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
      </QueryClientProvider>
    ),
  });
const findFilterValue = ({ model }: ReturnType<typeof useAreaSearch>, name: string) =>
  model.filters.find(({ field }) => field === name)?.value;

it('starts from the user’s default filters, with all of their companies if the filters name none', async () => {
  fake.answers[stored] = { data: { filters: [terms('Quality', '3'), lastDays], indices: ['Webinar'] } };
  const { result } = open();
  expect(result.current.user).toBeUndefined();
  await waitFor(() => expect(result.current.user).toBeDefined());
  expect(findFilterValue(result.current, 'Clients')).toEqual(companies.map(({ id, name }) => ({ id, name })));
  expect(findFilterValue(result.current, 'Quality')).toEqual([{ id: '3', name: '3' }]);
  expect(findFilterValue(result.current, 'RelativeDateRange')).toBe('-30d');
  expect(result.current.model.indices).toEqual(['Webinar']);
  expect(result.current.defaults).toMatchObject({ indices: ['Webinar'] });
});

it('is the same on all screens, and not changed by a look at the activities behind a number', () => {
  const narrowed = '/?f=Clients:c1;RelativeDateRange:-2y;Quality:1';
  /** Opens one screen and leaves it. */
  const visit = (
    address: string,
    { work, isSearch = false }: { work?: (search: AreaSearch) => void; isSearch?: boolean } = {},
  ) => {
    const { result, unmount } = open(address, { remembersLinks: !isSearch });
    act(() => work?.(result.current));
    const quality = findFilterValue(result.current, 'Quality');
    const range = findFilterValue(result.current, 'RelativeDateRange');
    unmount();
    return { quality, range };
  };
  visit('/?f=Clients:c1;RelativeDateRange:-2y');
  expect(visit('/', { isSearch: true })).toEqual({ quality: undefined, range: '-2y' });
  expect(visit(narrowed, { isSearch: true }).quality).toEqual([{ id: '1' }]);
  expect(visit('/').quality).toBeUndefined();
  visit(narrowed, { work: ({ apply, model }) => apply(model), isSearch: true });
  expect(visit('/').quality).toEqual([{ id: '1' }]);
});

describe('a new tab of staff', () => {
  const asStaff = async () => {
    signIn({ role: 'Internal', companies: [] });
    const opened = open('/?f=Clients:c2');
    await waitFor(() => expect(opened.result.current.user).toBeDefined());
    opened.unmount();
    sessionStorage.clear();
    act(() => searchStore.setState({ areas: {}, choices: {} }));
  };
  const clientIn = (address: string, options: Parameters<typeof useAreaSearch>[0]) => {
    const { result, unmount } = open(address, options);
    return { id: () => findFilterValue(result.current, 'Clients'), unmount, result };
  };

  it('starts dashboards with the client of the last search, which the other screens have from then on', async () => {
    await asStaff();
    const search = clientIn('/', { remembersLinks: false });
    await waitFor(() => expect(search.result.current.user).toBeDefined());
    expect(search.id()).toBeUndefined();
    search.unmount();
    const dashboard = clientIn('/', { startsWithLastClient: true });
    expect(dashboard.id()).toEqual([{ id: 'c2' }]);
    await waitFor(() => expect(dashboard.result.current.source).not.toBe('default'));
    dashboard.unmount();
    expect(clientIn('/', { remembersLinks: false }).id()).toEqual([{ id: 'c2' }]);
  });

  it('starts without a client after a session has ended', async () => {
    await asStaff();
    act(clearSearches);
    const { id, result } = clientIn('/', { startsWithLastClient: true });
    await waitFor(() => expect(result.current.user).toBeDefined());
    expect(id()).toBeUndefined();
  });

  it('does not restore the client by Reset, nor start with it for a link that names one', async () => {
    await asStaff();
    const { result } = clientIn('/', { startsWithLastClient: true });
    expect(result.current.defaults.filters.some(({ field }) => field === 'Clients')).toBe(false);
    expect(clientIn('/?f=Clients:c1', { startsWithLastClient: true }).id()).toEqual([{ id: 'c1' }]);
  });
});

it('keeps companies that the default filters name', async () => {
  fake.answers[stored] = { data: { filters: [terms('Clients', 'c2'), lastDays], indices: [] } };
  const { result } = open();
  await waitFor(() => expect(result.current.user).toBeDefined());
  expect(findFilterValue(result.current, 'Clients')).toEqual([{ id: 'c2', name: 'c2' }]);
});

it('falls back to built-in defaults if the request fails', async () => {
  const { result } = open();
  await waitFor(() => expect(result.current.user).toBeDefined());
  expect(findFilterValue(result.current, 'Clients')).toHaveLength(2);
  expect(findFilterValue(result.current, 'DateRange')).toBeDefined();
});

it('prefers a link to the defaults, and does not wait for them', () => {
  fake.answers[stored] = { data: { filters: [lastDays], indices: [] }, after: new Promise(() => {}) };
  const { result } = open('/?f=Clients:c1;RelativeDateRange:-2y');
  expect(result.current.user).toBeDefined();
  expect(findFilterValue(result.current, 'RelativeDateRange')).toBe('-2y');
});

it('waits for the questions if a link uses one of their fields', async () => {
  signIn({ companies, searchFields: ['DrugName'] });
  fake.answers[lookup] = { data: [question] };
  const { result } = open('/?f=Clients:c1;RelativeDateRange:-2y;DrugName:aspirin');
  expect(result.current.user).toBeUndefined();
  await waitFor(() => expect(result.current.user).toBeDefined());
  expect(findFilterValue(result.current, 'DrugName')).toBe('aspirin');
  expect(result.current.problems).toEqual([]);
});
