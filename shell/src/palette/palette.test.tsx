import '@testing-library/jest-dom';
import { api, setBlinded } from '@readerlens/auth';
import type { CommandSource } from '@readerlens/ui';
import { act, screen, waitFor, within } from '@testing-library/react';
import { registryStore } from '../host/index.ts';
import { queryClient } from '../session/query-client.ts';
import { admin, client } from '../testing/people.ts';
import { renderShell, useShell } from '../testing/render-shell.tsx';
import { testRegistry } from '../testing/registry.ts';

useShell();

const pages = ['/reader/:id', '/company/:id'];
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
const readers = 'GET /api/lookups/readers';
const clients = 'GET /api/cms/companies';

/** What an area adds: two groups from the API, and one at a page that may not be deployed. */
const areaSources: CommandSource[] = [
  {
    group: 'Readers',
    order: 30,
    find: async (q, { signal }) => {
      if (q === '') return [];
      const { data } = await api(readers, { query: { q } }, { signal });
      return data.map(({ name }) => ({ id: '1', label: name ?? '', detail: 'Analyst', to: '/reader/1' }));
    },
  },
  {
    group: 'Clients',
    order: 20,
    find: async (q, { signal }) => {
      const { data } = await api(clients, { query: { q } }, { signal });
      return data.map(({ id, name }) => ({ id, label: name, to: `/?f=Clients:${id}` }));
    },
  },
  { group: 'Elsewhere', order: 40, find: () => [{ id: '1', label: 'Page', to: '//evil.example/company/1' }] },
];

/** As loaded from the area, whose files do not exist here. */
const loadSources = (sources: readonly CommandSource[] = areaSources) =>
  queryClient.setQueryData(['command-sources', 'analytics', '1'], sources);

const openPage = (person = client) => {
  const shell = renderShell('/analytics/search', person);
  Object.assign(shell.api.answers, {
    [readers]: { data: [reader('Mira Okafor')] },
    [clients]: { data: [{ id: 'c1', name: 'Miracle' }] },
  });
  act(() => registryStore.setState({ status: 'ready', registry, stale: false, invalid: [] }, true));
  loadSources();
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

it('offers the screens that the user may open, and what areas offer before anything is typed', async () => {
  await openPalette();
  await group('Clients');
  expect(options()).toEqual(['Performance OverviewAnalytics', 'Engagements SearchAnalytics', 'Miracle']);
  expect(screen.getByText(/Type at least 2 letters/)).toBeInTheDocument();
});

it('offers pages of the admin menu to those who have them', async () => {
  await openPalette(admin);
  expect(options()).toContain('Area HealthAdmin');
  expect(options()).toContain('Review ActivitiesAdmin');
});

it('finds what areas offer, each with its address and in their order', async () => {
  const { user, input, api: server } = await openPalette();
  await user.type(input, 'mir');
  await group('Readers');
  const heading = (each: Element) => document.getElementById(each.getAttribute('aria-labelledby') ?? '');
  expect(screen.getAllByRole('group').map((each) => heading(each)?.textContent)).toEqual([
    'Clients',
    'Readers',
  ]);
  expect(await screen.findByText('2 results')).toBeInTheDocument();
  // Not once per letter.
  expect(server.callsOf(readers)).toHaveLength(1);
  await user.click(within(await group('Readers')).getByRole('option'));
  expect(location.pathname).toBe('/reader/1');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('leaves out what leads to a page that is not deployed, or to another site', async () => {
  const { user, input } = await openPalette();
  act(() => registryStore.setState({ status: 'ready', registry: testRegistry, stale: false, invalid: [] }));
  await user.type(input, 'mir');
  await group('Clients');
  for (const name of ['Readers', 'Elsewhere'])
    expect(screen.queryByRole('group', { name })).not.toBeInTheDocument();
});

it('is used by keyboard', async () => {
  const { user, input } = await openPalette();
  await group('Clients');
  expect(activeText()).toContain('Performance Overview');
  await user.keyboard('{ArrowDown}');
  expect(activeText()).toContain('Engagements Search');
  expect(input).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { selected: true }).id);
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(activeText()).toContain('Performance Overview');
  await user.keyboard('{End}');
  expect(activeText()).toContain('Miracle');
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
  const { user, input, api: server } = await openPalette();
  let finish = () => {};
  const late = new Promise<void>((resolve) => (finish = resolve));
  server.answers[readers] = ({ query }) =>
    query.get('q') === 'mi'
      ? { data: [reader('Mike Early')], after: late }
      : { data: [reader('Mira Okafor')] };
  await user.type(input, 'mi');
  await waitFor(() => expect(server.callsOf(readers)).toHaveLength(1));
  await user.type(input, 'ra');
  await screen.findByRole('option', { name: /Mira Okafor/ });
  finish();
  await waitFor(() => expect(screen.getByText(/\d results/)).toBeInTheDocument());
  expect(screen.queryByRole('option', { name: /Mike Early/ })).not.toBeInTheDocument();
});

it('names a source that fails, and shows the others', async () => {
  const { user, input, api: server } = await openPalette();
  server.answers[readers] = { status: 500, message: 'No' };
  await user.type(input, 'mir');
  expect(await screen.findByRole('alert')).toHaveTextContent('Could not be searched: Readers.');
  expect(within(await group('Clients')).getByRole('option')).toHaveTextContent('Miracle');
});

it('says that nothing was found', async () => {
  const { user, input, api: server } = await openPalette();
  for (const call of [readers, clients]) server.answers[call] = { data: [] };
  await user.type(input, 'zzz');
  expect(await screen.findByText('Nothing found for “zzz”.')).toBeInTheDocument();
  expect(screen.getByText('0 results')).toBeInTheDocument();
  expect(input).toHaveAttribute('aria-expanded', 'false');
});

it('asks again when Blinded Mode changes, and drops what it had', async () => {
  const { user, input, api: server } = await openPalette(admin);
  await user.type(input, 'mir');
  await screen.findByRole('option', { name: /Mira Okafor/ });
  server.answers[readers] = { data: [reader('Reader 4711')] };
  act(() => {
    setBlinded(true);
    loadSources();
  });
  expect(screen.queryByRole('option', { name: /Mira Okafor/ })).not.toBeInTheDocument();
  expect(await screen.findByRole('option', { name: /Reader 4711/ })).toBeInTheDocument();
});
