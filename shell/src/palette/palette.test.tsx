import '@testing-library/jest-dom';
import { setBlinded } from '@readerlens/auth';
import { act, screen, waitFor, within } from '@testing-library/react';
import { registryStore } from '../host/index.ts';
import { admin, client } from '../testing/people.ts';
import { renderShell, useShell } from '../testing/render-shell.tsx';
import { testRegistry } from '../testing/registry.ts';

useShell();

const pages = ['/analytics/reader-dashboard/:emailOrId?', '/analytics/reader-co-dashboard/:id'];
const registry = {
  areas: testRegistry.areas.map((area) => ({
    ...area,
    routes: [...area.routes, ...pages.map((path) => ({ path, title: 'Page', access: {} }))],
  })),
};

const reader = (name: string) => ({
  readerId: name,
  userIdOrEmail: 'mira@lab.example',
  name,
  company: 'Northwind Labs',
  jobTitle: 'Chief Analyst',
});
const organization = { id: 'o1', name: 'Mirabel Foods', companyUrl: '/analytics/reader-co-dashboard/o1' };
const savedSearch = {
  id: 's1',
  userId: client.sub,
  name: 'Mirrors this year',
  description: '',
  isDefault: false,
  filters: [{ $type: 'Terms', field: 'Clients', op: 'Contains', value: [{ id: 'c1', name: 'Miracle' }] }],
  indices: [],
  createdOn: '2026-01-01T00:00:00Z',
  createdBy: 'Dana',
  updatedOn: '2026-01-01T00:00:00Z',
  updatedBy: 'Dana',
};
const savedPage = { items: [savedSearch], total: 1, page: 1, pageSize: 100 };

const readers = 'GET /api/lookups/readers';
const organizations = 'GET /api/lookups/organizations';
const clients = 'GET /api/cms/companies';

const openPage = (person = client) => {
  const shell = renderShell('/analytics/search', person);
  Object.assign(shell.api.answers, {
    [readers]: { data: [reader('Mira Okafor')] },
    [organizations]: { data: [organization] },
    [clients]: { data: [{ id: 'c1', name: 'Miracle' }] },
    'GET /api/user-proxy': { data: [] },
    [`GET /api/saved-searches/${person.sub}`]: { data: savedPage, top: savedPage },
  });
  act(() => registryStore.setState({ status: 'ready', registry, stale: false, invalid: [] }, true));
  return shell;
};

const openPalette = async (person = client) => {
  const shell = openPage(person);
  await screen.findByRole('button', { name: 'Find' });
  await shell.user.keyboard('{Control>}k{/Control}');
  const input = await screen.findByRole('combobox', { name: 'Find' });
  // Without a layout, the dialog takes nothing in it for focusable.
  await shell.user.click(input);
  return { ...shell, input };
};

const group = (name: string) => screen.findByRole('group', { name });
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const activeText = () => screen.getByRole('option', { selected: true }).textContent;

it('offers the screens that the user may open, before anything is typed', async () => {
  await openPalette();
  expect(options()).toEqual(['Performance OverviewAnalytics', 'Engagements SearchAnalytics']);
  expect(screen.getByText(/Type at least 2 letters/)).toBeInTheDocument();
});

it('offers pages of the admin menu to those who have them', async () => {
  await openPalette(admin);
  expect(options()).toContain('Area HealthAdmin');
  expect(options()).toContain('Review ActivitiesAdmin');
});

it('finds clients, readers, organizations and saved searches by name, each with its address', async () => {
  const { user, input, api } = await openPalette();
  await user.type(input, 'mir');
  for (const name of ['Clients', 'Readers', 'Organizations', 'Saved searches'])
    expect(within(await group(name)).getAllByRole('option')).toHaveLength(1);
  expect(screen.getByText('4 results')).toBeInTheDocument();
  // Not once per letter.
  expect(api.callsOf(readers)).toHaveLength(1);
  await user.click(within(await group('Readers')).getByRole('option'));
  expect(location.pathname).toBe('/analytics/reader-dashboard/mira%40lab___example');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it.each([
  ['Clients', '/', '?f=Clients:c1'],
  ['Organizations', '/analytics/reader-co-dashboard/o1', ''],
  ['Saved searches', '/analytics/search', '?f=Clients:c1'],
])('opens an entry of %s', async (name, path, search) => {
  const { user, input } = await openPalette();
  await user.type(input, 'mir');
  await user.click(within(await group(name)).getByRole('option'));
  expect(location.pathname).toBe(path);
  expect(decodeURIComponent(location.search)).toContain(search);
});

it('leaves out what leads to a page that is not deployed', async () => {
  const { user, input } = await openPalette();
  act(() => registryStore.setState({ status: 'ready', registry: testRegistry, stale: false, invalid: [] }));
  await user.type(input, 'mir');
  await group('Clients');
  expect(screen.queryByRole('group', { name: 'Organizations' })).not.toBeInTheDocument();
  expect(screen.queryByRole('group', { name: 'Readers' })).not.toBeInTheDocument();
});

it('is used by keyboard', async () => {
  const { user, input } = await openPalette();
  expect(activeText()).toContain('Performance Overview');
  await user.keyboard('{ArrowDown}');
  expect(activeText()).toContain('Engagements Search');
  expect(input).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { selected: true }).id);
  await user.keyboard('{ArrowDown}');
  expect(activeText()).toContain('Performance Overview');
  await user.keyboard('{End}');
  expect(activeText()).toContain('Engagements Search');
  await user.keyboard('{Home}{Enter}');
  expect(location.pathname).toBe('/');
});

it('opens a new tab with Ctrl+Enter', async () => {
  const open = jest.spyOn(window, 'open').mockReturnValue(null);
  const { user } = await openPalette();
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(open).toHaveBeenCalledWith('/', '_blank', 'noopener');
  expect(location.pathname).toBe('/analytics/search');
  open.mockRestore();
});

it('closes with Escape and with its shortcut, and returns the focus', async () => {
  const { user } = openPage();
  const button = await screen.findByRole('button', { name: 'Find' });
  await user.click(button);
  await user.click(await screen.findByRole('combobox', { name: 'Find' }));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await waitFor(() => expect(button).toHaveFocus());
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('dialog', { name: 'Find' });
  await user.keyboard('{Control>}k{/Control}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('does not open over another dialog', async () => {
  const { user } = openPage(admin);
  await user.click(await screen.findByRole('button', { name: 'Admin' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Log in as…' }));
  await screen.findByRole('dialog', { name: 'Log in as another user' });
  await user.keyboard('{Control>}k{/Control}');
  expect(screen.queryByRole('combobox', { name: 'Find' })).not.toBeInTheDocument();
});

it('shows the answer to the latest text, whichever arrives last', async () => {
  const { user, input, api } = await openPalette();
  let finish = () => {};
  const late = new Promise<void>((resolve) => (finish = resolve));
  api.answers[readers] = ({ query }) =>
    query.get('q') === 'mi'
      ? { data: [reader('Mike Early')], after: late }
      : { data: [reader('Mira Okafor')] };
  await user.type(input, 'mi');
  await waitFor(() => expect(api.callsOf(readers)).toHaveLength(1));
  await user.type(input, 'ra');
  await screen.findByRole('option', { name: /Mira Okafor/ });
  finish();
  await waitFor(() => expect(screen.getByText(/\d results/)).toBeInTheDocument());
  expect(screen.queryByRole('option', { name: /Mike Early/ })).not.toBeInTheDocument();
});

it('names a source that fails, and shows the others', async () => {
  const { user, input, api } = await openPalette();
  api.answers[readers] = { status: 500, message: 'No' };
  await user.type(input, 'mir');
  expect(await screen.findByRole('alert')).toHaveTextContent('Could not be searched: Readers.');
  expect(within(await group('Clients')).getByRole('option')).toHaveTextContent('Miracle');
});

it('says that nothing was found', async () => {
  const { user, input, api } = await openPalette();
  for (const call of [readers, organizations, clients]) api.answers[call] = { data: [] };
  await user.type(input, 'zzz');
  expect(await screen.findByText('Nothing found for “zzz”.')).toBeInTheDocument();
  expect(screen.getByText('0 results')).toBeInTheDocument();
  expect(input).toHaveAttribute('aria-expanded', 'false');
});

it('asks again when Blinded Mode changes, and drops what it had', async () => {
  const { user, input, api } = await openPalette(admin);
  await user.type(input, 'mir');
  await screen.findByRole('option', { name: /Mira Okafor/ });
  api.answers[readers] = { data: [reader('Reader 4711')] };
  act(() => setBlinded(true));
  expect(screen.queryByRole('option', { name: /Mira Okafor/ })).not.toBeInTheDocument();
  expect(await screen.findByRole('option', { name: /Reader 4711/ })).toBeInTheDocument();
});
