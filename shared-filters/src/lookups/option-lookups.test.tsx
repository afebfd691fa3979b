import type { SessionUserData } from '@readerlens/auth';
import { signInAs, testUser } from '@readerlens/auth/testing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { namedCatalogue, termsFilter } from '../model/index.ts';
import type { FieldDefinition, FilterModel } from '../model/index.ts';
import { stubFetch } from '../testing/stub-fetch.ts';
import { FilterOwner } from './owner.ts';
import { useCatalogue } from './use-catalogue.ts';
import { useNamedModel } from './use-named-model.ts';
import { useOptions } from './use-options.ts';
import type { OptionContext } from './use-options.ts';

const proxy = '/api/user-proxy';
const tags = '/api/filter-lookups/cms/tags';
const companies = ['c1', 'c2'].map((id) => ({ id, name: `Company ${id}`, onlines: [] }));
const rows = [
  {
    id: 'q1',
    field: 'DeviceClass',
    label: 'Device Class',
    group: 'FirmographicMedicalDevices',
    kind: 'Terms',
    businessGroupId: '3',
    internalOnly: false,
    options: ['I', 'II'].map((name) => ({ id: name, name })),
  },
  {
    id: 'OrgType',
    field: 'OrgType',
    label: 'Organization Type',
    group: 'FirmographicGeneral',
    kind: 'Terms',
    businessGroupId: null,
    internalOnly: false,
    options: [{ id: 'CDMO', name: 'CDMO' }],
  },
  {
    id: 'q3',
    field: 'Strange',
    label: 'Of another version',
    group: 'Unheard of',
    kind: 'Bool',
    businessGroupId: null,
    internalOnly: false,
    options: [],
  },
];

let client = new QueryClient();
let owner: SessionUserData | undefined;
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>
    <FilterOwner value={owner}>{children}</FilterOwner>
  </QueryClientProvider>
);
const names = (options: readonly { name: string }[]) => options.map(({ name }) => name);
const findDefinition = (field: string, catalogue = namedCatalogue): FieldDefinition => {
  const definition = catalogue.find(field);
  if (!definition) throw new Error(`no field ${field}`);
  return definition;
};
const renderOptions = (field: string, text = '', context: OptionContext = {}) =>
  renderHook(
    (props: { text: string; context: OptionContext }) =>
      useOptions(findDefinition(field), props.text, props.context),
    { wrapper, initialProps: { text, context } },
  );

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  signInAs(testUser());
});
afterEach(() => {
  owner = undefined;
  client.clear();
});

describe('options', () => {
  it.each([
    ['Country', '/api/common-lookup/countries'],
    ['State', '/api/common-lookup/states'],
    ['Region', '/api/common-lookup/regions'],
    ['Newsletter', '/api/common-lookup/newsletters'],
    ['DocumentTypes', '/api/filter-lookups/document-types'],
    ['ContentTopics', '/api/filter-lookups/content-topics'],
    ['Personas', `${proxy}?path=personas`],
    ['ProductServiceOfferings', `${proxy}?path=service-offerings`],
  ])('of %s are loaded once and filtered in the browser', async (field, address) => {
    const options = ['Alpha', 'Beta', 'Albion'].map((name) => ({ id: name, name }));
    const { requested } = stubFetch({ [address.split('?')[0] ?? '']: () => options });
    const { result, rerender } = renderOptions(field);
    await waitFor(() => expect(names(result.current.options)).toEqual(['Alpha', 'Beta', 'Albion']));
    rerender({ text: ' AL', context: {} });
    expect(names(result.current.options)).toEqual(['Alpha', 'Albion']);
    expect(requested).toEqual([address]);
  });

  it('of reader orgs are searched on the server', async () => {
    const { requested } = stubFetch({ [proxy]: (query) => [{ id: '7', name: `Org ${query.get('q')}` }] });
    const { result, rerender } = renderOptions('ReaderOrgs', 'no');
    await waitFor(() => expect(names(result.current.options)).toEqual(['Org no']));
    rerender({ text: 'nor', context: {} });
    await waitFor(() => expect(names(result.current.options)).toEqual(['Org nor']));
    expect(requested).toEqual([`${proxy}?path=reader-orgs&q=no`, `${proxy}?path=reader-orgs&q=nor`]);
  });

  describe('of analyst tags', () => {
    const answers = {
      [tags]: (_: URLSearchParams, body: unknown) =>
        (body as { cIds: string[] }).cIds.map((id) => ({ id: `t${id}`, name: `Tag of ${id}` })),
      [`${tags}/AnalystTags`]: () => [{ id: 't9', name: 'Tag of anybody' }],
    };

    it('are those of the selected clients', async () => {
      stubFetch(answers);
      const { result, rerender } = renderOptions('AnalystTags', '', { clientIds: ['c1', 'c5'] });
      await waitFor(() => expect(names(result.current.options)).toEqual(['Tag of c1', 'Tag of c5']));
      rerender({ text: '', context: { clientIds: ['c2'] } });
      expect(result.current.options).toEqual([]);
      await waitFor(() => expect(names(result.current.options)).toEqual(['Tag of c2']));
    });

    it("are those of all the user's clients if none is selected", async () => {
      stubFetch(answers);
      const internal = renderOptions('AnalystTags');
      await waitFor(() => expect(names(internal.result.current.options)).toEqual(['Tag of anybody']));
      internal.unmount();
      signInAs(testUser({ id: 'u2', role: 'Client', companies }));
      const own = renderOptions('AnalystTags');
      await waitFor(() => expect(names(own.result.current.options)).toEqual(['Tag of c1', 'Tag of c2']));
    });

    it("are those of the owner's clients", async () => {
      stubFetch(answers);
      owner = testUser({ id: 'u3', role: 'Client', companies });
      const { result } = renderOptions('AnalystTags');
      await waitFor(() => expect(names(result.current.options)).toEqual(['Tag of c1', 'Tag of c2']));
      const clients = renderOptions('Clients');
      await waitFor(() =>
        expect(names(clients.result.current.options)).toEqual(['Company c1', 'Company c2']),
      );
    });
  });

  it('of all questions, and their fields, come from one call', async () => {
    const { requested } = stubFetch({ [proxy]: () => rows });
    const { result } = renderHook(
      () => {
        const { catalogue, isPending } = useCatalogue();
        const device = catalogue.find('DeviceClass') ?? findDefinition('OrgType');
        return {
          catalogue,
          isPending,
          device: useOptions(device, '').options,
          orgType: useOptions(findDefinition('OrgType'), '').options,
        };
      },
      { wrapper },
    );
    expect(result.current).toMatchObject({ isPending: true, catalogue: namedCatalogue });
    await waitFor(() => expect(names(result.current.device)).toEqual(['I', 'II']));
    await waitFor(() => expect(names(result.current.orgType)).toEqual(['CDMO']));
    expect(requested).toEqual([`${proxy}?path=organization-questions`]);
  });
});

describe('useCatalogue', () => {
  it('has the named fields and those of questions, and ignores unknown rows', async () => {
    stubFetch({ [proxy]: () => rows });
    const { result, rerender } = renderHook(() => useCatalogue(), { wrapper });
    await waitFor(() => expect(result.current.isPending).toBe(false));
    const { catalogue } = result.current;
    expect(catalogue.find('DeviceClass')).toMatchObject({
      label: 'Device Class',
      accessLevel: 'Premium',
      question: { id: 'q1', businessGroupId: '3' },
    });
    expect(catalogue.fields).toHaveLength(namedCatalogue.fields.length + 1);
    expect(catalogue.find('OrgType')).toBe(namedCatalogue.find('OrgType'));
    rerender();
    expect(result.current.catalogue).toBe(catalogue);
  });

  it('falls back to the named fields if the questions fail to load, and can retry', async () => {
    stubFetch({});
    const { result } = renderHook(() => useCatalogue(), { wrapper });
    await waitFor(() => expect(result.current.error).not.toBeNull());
    expect(result.current).toMatchObject({ isPending: false, catalogue: namedCatalogue });
    stubFetch({ [proxy]: () => rows });
    act(() => result.current.retry());
    await waitFor(() => expect(result.current.catalogue.find('DeviceClass')).toBeDefined());
  });
});

describe('names', () => {
  const nameModel = (...filters: FilterModel['filters']) =>
    renderHook((model: FilterModel) => useNamedModel(model, namedCatalogue), {
      wrapper,
      initialProps: { filters, indices: [] },
    });
  const listValues = ({ current }: { current: FilterModel }) => current.filters.map(({ value }) => value);

  it('are taken from options that are already loaded', async () => {
    const { requested } = stubFetch({
      '/api/common-lookup/countries': () => [
        { id: '1', name: 'Portugal' },
        { id: '2', name: 'Spain' },
      ],
      [`${tags}/AnalystTags`]: () => [{ id: '5', name: 'Key Account' }],
    });
    const { result } = nameModel(
      termsFilter('Country', [{ id: '2' }, { id: '77' }]),
      termsFilter('Country', [{ id: '1' }]),
      termsFilter('AnalystTags', [{ id: '5' }]),
    );
    await waitFor(() =>
      expect(listValues(result)).toEqual([
        [{ id: '2', name: 'Spain' }, { id: '77' }],
        [{ id: '1', name: 'Portugal' }],
        [{ id: '5', name: 'Key Account' }],
      ]),
    );
    expect(requested.sort()).toEqual(['/api/common-lookup/countries', `${tags}/AnalystTags`]);
    renderOptions('Country');
    expect(requested).toHaveLength(2);
  });

  it('of reader orgs are requested in lists that fit into a URL', async () => {
    const ids = Array.from({ length: 1200 }, (_, index) => String(100_000 + index));
    const { requested } = stubFetch({
      [proxy]: (query) => (query.get('ids') ?? '').split(',').map((id) => ({ id, name: `Org ${id}` })),
    });
    const { result } = nameModel(
      termsFilter(
        'ReaderOrgs',
        ids.map((id) => ({ id })),
      ),
    );
    await waitFor(() => expect(JSON.stringify(result.current)).toContain('Org 101199'));
    expect(JSON.stringify(result.current)).toContain('Org 100000');
    expect(requested).toHaveLength(3);
    for (const address of requested)
      expect(new URLSearchParams(address.split('?')[1]).get('ids')?.length).toBeLessThanOrEqual(4000);
  });
});
