import '@testing-library/jest-dom';
import type { DeployToken } from '@readerlens/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { admin } from '../testing/people.ts';
import type { Person } from '../testing/people.ts';
import { renderShell, useShell } from '../testing/render-shell.tsx';

useShell();

const systemAdmin: Person = { ...admin, role: 'SystemAdmin' };
const list = 'GET /api/deploy-tokens';
const create = 'POST /api/deploy-tokens';
const revoke = 'DELETE /api/deploy-tokens/7';

const active: DeployToken = {
  id: '7',
  area: 'notes',
  name: 'CI',
  createdAt: '2026-03-01T10:00:00.000Z',
  createdBy: 'Sam Smith',
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
};
const revoked: DeployToken = { ...active, id: '6', name: 'Old', revokedAt: '2026-03-02T10:00:00.000Z' };

const open = (tokens: object = { data: [active, revoked] }, person = systemAdmin) => {
  const shell = renderShell('/admin/area-health', person);
  shell.api.answers['GET /api/areas/health'] = { data: [] };
  shell.api.answers['GET /api/canaries'] = { data: [] };
  shell.api.answers['GET /api/early-access'] = { data: [] };
  shell.api.answers[list] = tokens;
  return shell;
};
const table = async () => within(await screen.findByRole('table', { name: 'Deploy tokens' }));

it('lists the tokens of all areas with their state', async () => {
  open();
  const [, first, second] = (await table()).getAllByRole('row');
  expect(first).toHaveTextContent(/notesCIActiveMar 1, 2026 by Sam SmithNeverNeverRevoke/);
  expect(second).toHaveTextContent(/notesOldRevoked/);
  expect(within(second!).queryByRole('button')).not.toBeInTheDocument();
});

it('creates a token and shows its secret once, with the command', async () => {
  const { user, api } = open({ data: [] });
  api.answers[create] = { data: { token: active, secret: 'rld_secret' } };
  await (await table()).findByText(/^No deploy tokens/);
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  const form = within(await screen.findByRole('dialog', { name: 'Create deploy token' }));
  await user.click(form.getByRole('button', { name: 'Create' }));
  expect(form.getByRole('textbox', { name: /Area/ })).toHaveAccessibleDescription(/Enter the id of an area/);
  await user.type(form.getByRole('textbox', { name: /Area/ }), 'notes');
  await user.type(form.getByRole('textbox', { name: /Name/ }), 'CI');
  await user.click(form.getByRole('button', { name: 'Create' }));
  const shown = within(await screen.findByRole('alertdialog', { name: 'Deploy token created' }));
  expect(shown.getByText('rld_secret')).toBeInTheDocument();
  expect(
    shown.getByText(
      `READERLENS_DEPLOY_TOKEN=rld_secret npx readerlens-area deploy . --shell ${location.origin}`,
    ),
  ).toBeInTheDocument();
  expect(api.callsOf(create).map(({ body }) => body)).toEqual([
    { area: 'notes', name: 'CI', expiresInDays: 365 },
  ]);
  await user.click(shown.getByRole('button', { name: 'Copy secret' }));
  expect(await navigator.clipboard.readText()).toBe('rld_secret');
  await user.click(shown.getByRole('button', { name: 'Close' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Have you copied the secret?' }));
  await user.click(question.getByRole('button', { name: 'I have copied it' }));
  await waitFor(() => expect(screen.queryByText('rld_secret')).not.toBeInTheDocument());
  expect(api.callsOf(list).length).toBeGreaterThan(1);
});

it('revokes a token after a question', async () => {
  const { user, api } = open();
  api.answers[revoke] = { data: { ...active, revokedAt: '2026-03-03T10:00:00.000Z' } };
  await user.click(await (await table()).findByRole('button', { name: 'Revoke CI of notes' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Revoke the deploy token CI?' }));
  api.answers[list] = { data: [{ ...active, revokedAt: '2026-03-03T10:00:00.000Z' }] };
  await user.click(question.getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('Deploy token revoked')).toBeInTheDocument();
  expect(await (await table()).findByText('Revoked')).toBeInTheDocument();
  expect(api.callsOf(revoke)).toHaveLength(1);
});

it('shows a load error and retries on request', async () => {
  const { user, api } = open({ status: 503, message: 'Busy.' });
  expect(await screen.findByText('Busy.')).toBeInTheDocument();
  api.answers[list] = { data: [active] };
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await table();
});

it('is not shown to other staff', async () => {
  const { api } = open(undefined, admin);
  await screen.findByRole('heading', { name: 'Area Health' });
  await waitFor(() => expect(api.callsOf('GET /api/areas/health')).toHaveLength(1));
  expect(screen.queryByText('Deploy tokens')).not.toBeInTheDocument();
  expect(api.callsOf(list)).toHaveLength(0);
});
