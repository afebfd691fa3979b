import '@testing-library/jest-dom';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { AreaProvenance } from '@readerlens/contract/registry';
import { areaStates, registryStore } from '../host/index.ts';
import { queryClient } from '../session/query-client.ts';
import { admin, client } from '../testing/people.ts';
import type { Person } from '../testing/people.ts';
import { testRegistry } from '../testing/registry.ts';
import { renderShell, useShell } from '../testing/render-shell.tsx';
import type { VersionHealth } from './area-list.ts';

useShell();

const times = (p50: number, p75: number) => ({ p50, p75, p95: p75 });
const health: VersionHealth = {
  area: 'analytics',
  version: '1',
  firstSeen: '2026-03-01T10:00:00.000Z',
  lastSeen: '2026-03-02T10:00:00.000Z',
  loads: 1234,
  loadMs: times(210.4, 480),
  mountMs: times(31, 12_600),
  failures: { timeout: 2, missing: 0, error: 3 },
  fallbacks: 4,
  vitals: { LCP: times(900, 2400), INP: times(90, 350), CLS: times(0.2, 0.31) },
  leftovers: { nodes: 12.04, listeners: 0.02, timers: 0, patched: 1, late: 0 },
};
const unmeasured: VersionHealth = {
  ...health,
  version: '0',
  loads: 0,
  loadMs: null,
  mountMs: null,
  failures: { timeout: 0, missing: 0, error: 0 },
  fallbacks: 0,
  vitals: { LCP: null, INP: null, CLS: null },
  leftovers: { nodes: 0, listeners: 0, timers: 0, patched: 0, late: 0 },
};

const internal: Person = { ...admin, role: 'Internal' };
const call = 'GET /api/areas/health';
const open = (answer: object = { data: [health, unmeasured] }, path = '/admin/area-health') => {
  const shell = renderShell(path, internal);
  shell.api.answers[call] = answer;
  shell.api.answers['GET /api/canaries'] = { data: [] };
  return shell;
};
const table = async (name = 'Versions of Analytics') => within(await screen.findByRole('table', { name }));
const cells = (row: HTMLElement | undefined) =>
  within(row!)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

afterEach(() => {
  queryClient.clear();
  areaStates.setState({}, true);
});

it('shows the measurements of each version of an area', async () => {
  open();
  const [, first, second] = (await table()).getAllByRole('row');
  const [version, seen, ...rest] = cells(first);
  expect(version).toBe('1 live');
  expect(seen).toMatch(/^Mar \d+, \d\d:\d\d – Mar \d+, \d\d:\d\d$/);
  expect(rest).toEqual([
    '1,234',
    '210 ms / 480 ms',
    '31 ms / 12.6 s',
    '2 timeout3 error',
    '4',
    '12 nodes< 0.1 listeners1 patched',
    '2,400 ms good',
    '350 ms needs improvement',
    '0.31 poor',
  ]);
  expect(cells(second)).toEqual(expect.arrayContaining(['0', 'none', '–not measured']));
  expect(document.title).toBe('Area Health · Readerlens');
});

describe('where the live version comes from', () => {
  const openWith = async (provenance: AreaProvenance) => {
    open();
    await table();
    const areas = testRegistry.areas.map((area) =>
      area.id === 'analytics' ? { ...area, ...provenance } : area,
    );
    act(() =>
      registryStore.setState({ status: 'ready', registry: { areas }, stale: false, invalid: [] }, true),
    );
  };

  it('is shown with its owner, sources, commit and time', async () => {
    await openWith({
      owner: 'Team Insights',
      repository: 'https://git.example/insights',
      commit: '0123456789abcdef0123456789abcdef01234567-dirty',
      builtAt: '2026-03-01T10:00:00.000Z',
    });
    expect(screen.getByText('Team Insights')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'https://git.example/insights' })).toHaveAttribute(
      'href',
      'https://git.example/insights',
    );
    expect(screen.getByText('0123456789ab-dirty')).toBeInTheDocument();
    expect(screen.getByText(/^Built Mar \d+, \d\d:\d\d$/)).toBeInTheDocument();
  });

  it.each(['git@git.example:insights.git', 'javascript:alert(1)', 'data:text/html,x'])(
    'has no link to %s',
    async (repository) => {
      await openWith({ repository });
      expect(screen.getByText(repository)).toBeInTheDocument();
      expect(screen.queryByRole('link', { name: repository })).not.toBeInTheDocument();
    },
  );
});

it('names the widget that measurements are of', async () => {
  open({ data: [health, { ...unmeasured, version: '1', widget: 'card', failures: health.failures }] });
  const [, , card] = (await table()).getAllByRole('row');
  expect(cells(card)[0]).toBe('1 livewidget card');
  expect(cells(card)).toContain('2 timeout3 error');
});

it('shows the current state of the area on this page', async () => {
  open();
  await table();
  expect(screen.getByText('Not loaded')).toBeInTheDocument();
  act(() => areaStates.setState({ analytics: { version: '1', phase: 'failed', failure: 'timeout' } }));
  expect(screen.getByText('Failed: timeout')).toBeInTheDocument();
  act(() => areaStates.setState({ analytics: { version: '0', phase: 'mounted', replaces: '1' } }));
  expect(screen.getByText('0 replaces 1')).toBeInTheDocument();
});

it('keeps the days in the address', async () => {
  const { user, api } = open(undefined, '/admin/area-health?days=30');
  await table();
  expect(screen.getByRole('radio', { name: '30 days' })).toBeChecked();
  await user.click(screen.getByRole('radio', { name: '1 day' }));
  await waitFor(() => expect(location.search).toBe('?days=1'));
  await user.click(screen.getByRole('radio', { name: '7 days' }));
  await waitFor(() => expect(location.search).toBe(''));
  await waitFor(() =>
    expect(api.callsOf(call).map(({ query }) => `${query}`)).toEqual(['days=30', 'days=1', 'days=7']),
  );
});

it('shows seven days for an invalid address', async () => {
  open(undefined, '/admin/area-health?days=400');
  await table();
  expect(screen.getByRole('radio', { name: '7 days' })).toBeChecked();
});

it('refreshes on request, and keeps the figures when that fails', async () => {
  const { user, api } = open();
  await table();
  api.answers[call] = { data: [{ ...health, loads: 77 }] };
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('77')).toBeInTheDocument();
  api.answers[call] = { status: 503, message: 'Busy.' };
  await user.click(await screen.findByRole('button', { name: 'Refresh' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('These figures could not be refreshed. Busy.');
  expect(screen.getByText('77')).toBeInTheDocument();
});

it('lists an area without reports', async () => {
  open({ data: [] });
  expect((await table()).getByText('No reports in this period.')).toBeInTheDocument();
});

it('shows a load error and retries on request', async () => {
  const { user, api } = open({ status: 503, message: 'Busy.' });
  expect(screen.getByRole('status', { name: 'Loading' })).toBeInTheDocument();
  expect(await screen.findByText('Busy.')).toBeInTheDocument();
  api.answers[call] = { data: [] };
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await table();
});

it('is in the admin menu', async () => {
  const { user } = open(undefined, '/no/such/page');
  await user.click(await screen.findByRole('button', { name: 'Admin' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Area Health' }));
  await table();
  expect(location.pathname).toBe('/admin/area-health');
});

it('ends the session of a client, like any page without permission', async () => {
  const { api } = renderShell('/admin/area-health', client);
  expect(await screen.findByRole('alert')).toHaveTextContent('Insufficient privileges');
  expect(localStorage.getItem('jwt_token')).toBeNull();
  expect(api.callsOf(call)).toHaveLength(0);
});
