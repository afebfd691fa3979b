import '@testing-library/jest-dom';
import { startFakeApi } from '@readerlens/auth/testing';
import type { FakeApi } from '@readerlens/auth/testing';
import { termsFilter } from '../model/index.ts';
import type { FilterModel } from '../model/index.ts';
import { rememberAppliedFrom } from '../search/search-store.ts';
import { acme, clientUser, lastYear, buildModel, openPanel } from './testing/open-panel.tsx';

const list = 'GET /api/saved-searches/u1';
const quality = termsFilter('Quality', [{ id: '3', name: '3' }]);
const saved = (id: string, name: string, { filters, indices }: FilterModel) => ({
  id,
  userId: 'u1',
  name,
  description: '',
  isDefault: false,
  filters,
  indices,
});
const searches = {
  data: {
    items: [
      saved('s1', 'Best of Acme', { filters: [acme, lastYear, quality], indices: ['Webinar'] }),
      saved('s2', 'Everything', buildModel(acme, lastYear)),
    ],
  },
};

let api: FakeApi;
beforeEach(async () => {
  rememberAppliedFrom(buildModel(), undefined);
  api = await startFakeApi({ [list]: searches });
});
afterEach(() => api.stop());

const savedSearchField = (view: Awaited<ReturnType<typeof openPanel>>) =>
  view.panel.getByRole('combobox', { name: 'Saved Search' });

it('lists the first hundred by name, and links to where they are managed', async () => {
  const view = await openPanel({}, { offers: (path) => path === '/admin/user/u1' });
  await view.panel.findByRole('option', { name: 'Best of Acme' });
  expect(Object.fromEntries(api.callsOf(list)[0]!.query)).toEqual({
    page: '1',
    pageSize: '100',
    sortBy: 'name',
    sortDir: 'asc',
  });
  expect(view.panel.getByRole('link', { name: 'Manage Saved Searches' })).toHaveAttribute(
    'href',
    '/admin/user/u1?active=1',
  );
});

it('has no link to a page that is not deployed', async () => {
  const view = await openPanel();
  await view.panel.findByRole('option', { name: 'Best of Acme' });
  expect(view.panel.queryByRole('link')).not.toBeInTheDocument();
});

it('loads the selected one into the form, and marks differences as modified, also after reopening', async () => {
  const view = await openPanel();
  await view.panel.findByRole('option', { name: 'Best of Acme' });
  expect(savedSearchField(view)).toHaveDisplayValue('None');
  await view.person.selectOptions(savedSearchField(view), 'Best of Acme');
  expect(view.panel.getByRole('button', { name: 'Remove Acme' })).toBeInTheDocument();
  expect(view.panel.getByRole('button', { name: 'Remove Webinar' })).toBeInTheDocument();
  expect(view.panel.queryByText('Modified')).not.toBeInTheDocument();
  await view.pick('Content Type', 'Editorial');
  expect(view.panel.getByText('Modified')).toBeInTheDocument();
  await view.press('See results');
  expect(view.last('Quality')).toMatchObject({ value: [{ id: '3' }] });
  view.panel = await view.open();
  expect(await view.panel.findByRole('option', { name: 'Best of Acme' })).toBeInTheDocument();
  expect(savedSearchField(view)).toHaveDisplayValue('Best of Acme');
  expect(view.panel.getByText('Modified')).toBeInTheDocument();
  await view.person.click(view.panel.getByRole('button', { name: 'Remove Editorial' }));
  expect(view.panel.queryByText('Modified')).not.toBeInTheDocument();
});

it('recognizes one that equals the applied model or the defaults', async () => {
  const view = await openPanel({
    applied: buildModel(termsFilter('Clients', [{ id: 'acme' }]), lastYear),
    defaults: { filters: [acme, lastYear, quality], indices: ['Webinar'] },
  });
  await view.panel.findByRole('option', { name: 'Everything' });
  expect(savedSearchField(view)).toHaveDisplayValue('Everything');
  await view.press('Reset');
  expect(savedSearchField(view)).toHaveDisplayValue('Best of Acme');
  expect(view.panel.queryByText('Modified')).not.toBeInTheDocument();
});

it('leaves out fields the user may not search by', async () => {
  api.answers[list] = {
    data: {
      items: [
        saved('s1', 'Rich', buildModel(acme, lastYear, termsFilter('OrgType', [{ id: 'o1' }]))),
        saved('s2', 'Older', {
          filters: [acme, lastYear, { $type: 'Text', field: 'Gone', op: 'Equals', value: 'x' }],
          indices: [],
        }),
      ],
    },
  };
  const view = await openPanel({ user: clientUser });
  for (const name of ['Rich', 'Older']) {
    await view.panel.findByRole('option', { name });
    await view.person.selectOptions(savedSearchField(view), name);
    expect(view.panel.queryByText('Modified')).not.toBeInTheDocument();
  }
  await view.press('See results');
  expect(view.emitted[0]?.filters.map(({ field }) => field)).toEqual(['Clients', 'RelativeDateRange']);
});

it('says when there are none', async () => {
  api.answers[list] = { data: { items: [] } };
  const none = await openPanel();
  expect(await none.panel.findByText('No saved searches')).toBeInTheDocument();
  expect(savedSearchField(none)).toBeDisabled();
});

it('reports a failed request and retries', async () => {
  api.answers[list] = { status: 500 };
  const view = await openPanel();
  const problem = await view.panel.findByRole('alert');
  expect(problem).toHaveTextContent('There was an error fetching saved searches.');
  api.answers[list] = searches;
  await view.press('Try again');
  expect(await view.panel.findByRole('option', { name: 'Everything' })).toBeInTheDocument();
  expect(view.panel.queryByRole('alert')).not.toBeInTheDocument();
});
