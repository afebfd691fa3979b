import '@testing-library/jest-dom';
import type { Canary } from '@readerlens/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { admin } from '../testing/people.ts';
import type { Person } from '../testing/people.ts';
import { renderShell, useShell } from '../testing/render-shell.tsx';

useShell();

const systemAdmin: Person = { ...admin, role: 'SystemAdmin' };
const side = { people: 60, failed: 2, mountMs: 120, lcpMs: 900, inpMs: null };
const running: Canary = {
  id: '7',
  area: 'analytics',
  version: 'v2',
  stable: 'v1',
  ring: '25',
  state: 'running',
  isSafe: false,
  reason: null,
  startedAt: '2026-03-01T10:00:00.000Z',
  startedBy: 'CI',
  endedAt: null,
  nextLook: 62,
  sides: { canary: side, stable: { ...side, people: 1, failed: 0, mountMs: null, lcpMs: null } },
};

const open = (canaries: object = { data: [running] }, person = systemAdmin) => {
  const shell = renderShell('/admin/area-health', person);
  shell.api.answers['GET /api/areas/health'] = { data: [] };
  shell.api.answers['GET /api/canaries'] = canaries;
  shell.api.answers['GET /api/early-access'] = { data: [{ id: '3', name: 'Acme' }] };
  shell.api.answers['GET /api/deploy-tokens'] = { data: [] };
  return shell;
};
const panel = async () => within(await screen.findByRole('region', { name: 'Canary v2' }));

it('shows who gets a canary, how it compares with the deployed version, and when it is compared', async () => {
  open({ data: [running, { ...running, id: '6', version: 'v0', state: 'stopped' }] });
  const shown = await panel();
  expect(
    shown.getByText(/^for 25 % of all people, started Mar \d+, \d\d:\d\d with the deploy token CI$/),
  ).toBeInTheDocument();
  const [canary, stable] = shown.getAllByRole('listitem');
  expect(canary).toHaveTextContent('The canary failed for 2 of 60 people, mount 120 ms, LCP 900 ms');
  expect(stable).toHaveTextContent('The deployed version failed for 0 of 1 person');
  expect(shown.getByText('It is compared once 62 people have it.')).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Canary v0' })).not.toBeInTheDocument();
});

it.each([
  [
    { state: 'stopped', reason: 'It failed for 6 of 31 people.', endedAt: running.startedAt },
    /^It failed for 6 of 31 people\. Ended Mar/,
  ],
  [{ state: 'replaced' }, /^Another version than v1 was deployed\.$/],
] as const)('says how it ended, without actions: %j', async (change, text) => {
  open({ data: [{ ...running, ...change }] });
  const shown = await panel();
  expect(shown.getByText(text)).toBeInTheDocument();
  expect(shown.queryByRole('button')).not.toBeInTheDocument();
});

it('lets system administrators widen, pause, stop and promote it', async () => {
  const { user, api } = open();
  api.answers['PATCH /api/canaries/7'] = { data: running };
  api.answers['POST /api/canaries/7/promote'] = {
    data: { version: 'v2', before: 'v1', fallback: 'v1', notes: [] },
  };
  const shown = await panel();
  await user.selectOptions(shown.getByRole('combobox', { name: 'Who gets it' }), 'everybody');
  await waitFor(() => expect(shown.getByRole('button', { name: 'Pause' })).toBeEnabled());
  await user.click(shown.getByRole('button', { name: 'Pause' }));
  await waitFor(() => expect(shown.getByRole('button', { name: 'Stop' })).toBeEnabled());
  await user.click(shown.getByRole('button', { name: 'Stop' }));
  const stop = within(await screen.findByRole('alertdialog', { name: 'Stop the canary v2 of analytics?' }));
  await user.click(stop.getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(shown.getByRole('button', { name: 'Promote' })).toBeEnabled());
  await user.click(shown.getByRole('button', { name: 'Promote' }));
  const promote = within(
    await screen.findByRole('alertdialog', { name: 'Promote the canary v2 of analytics?' }),
  );
  await user.click(promote.getByRole('button', { name: 'Promote' }));
  await screen.findByText('Canary promoted');
  expect(api.callsOf('PATCH /api/canaries/7').map(({ body }) => body)).toEqual([
    { ring: '100' },
    { state: 'paused' },
    { state: 'stopped' },
  ]);
});

it('says why a change was refused', async () => {
  const { user, api } = open({ data: [{ ...running, state: 'paused' }] });
  api.answers['PATCH /api/canaries/7'] = { status: 409, message: 'The canary v2 of analytics is stopped.' };
  await user.click((await panel()).getByRole('button', { name: 'Resume' }));
  expect(await screen.findByText('The canary v2 of analytics is stopped.')).toBeInTheDocument();
});

it('is read only for other staff, and its failure does not hide the areas', async () => {
  open({ data: [running] }, { ...admin, role: 'Internal' });
  expect((await panel()).queryByRole('button')).not.toBeInTheDocument();
  expect(screen.queryByText('Early access')).not.toBeInTheDocument();
});

it('adds and removes clients with early access', async () => {
  const { user, api } = open();
  api.answers['GET /api/cms/companies/by-name-or-id-starting-with'] = { data: [{ id: '4', name: 'Bolt' }] };
  api.answers['PUT /api/early-access/3'] = { data: null };
  api.answers['PUT /api/early-access/4'] = { data: null };
  await user.click(await screen.findByRole('button', { name: 'Remove Acme' }));
  await screen.findByText('Acme no longer has early access');
  await user.click(screen.getByRole('combobox', { name: 'Add a client' }));
  await user.click(await screen.findByRole('option', { name: 'Bolt' }));
  await screen.findByText('Bolt has early access');
  expect(api.callsOf('PUT /api/early-access/3').map(({ body }) => body)).toEqual([{ earlyAccess: false }]);
  expect(api.callsOf('PUT /api/early-access/4').map(({ body }) => body)).toEqual([{ earlyAccess: true }]);
});
