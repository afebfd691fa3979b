import '@testing-library/jest-dom';
import { screen, within } from '@testing-library/react';
import type { RouteObject } from 'react-router-dom';
import { NewUserScreen } from '../new-user/new-user.screen.tsx';
import { ProfileScreen } from '../profile/profile.screen.tsx';
import { account } from '../testing/accounts.ts';
import type { Account } from '../testing/accounts.ts';
import { closeScreens, openScreen, signIn } from '../testing/open-admin.tsx';
import type { AreaClaims } from './area-claims.queries.ts';

const routes: RouteObject[] = [
  { path: '/admin/user/:userId', Component: ProfileScreen },
  { path: '/admin/user', Component: NewUserScreen },
];
const list = 'GET /api/areas/claims';
const patch = 'PATCH /api/user/7';

const notes: AreaClaims = {
  area: 'notes',
  name: 'Client Notes',
  claims: [
    { claim: 'area:notes:read', label: 'Read notes' },
    { claim: 'area:notes:edit', label: 'Edit notes', description: 'Write and delete notes.' },
  ],
};

interface Options {
  areas?: readonly AreaClaims[];
  change?: Partial<Account>;
  address?: string;
}

const open = async ({ areas = [notes], change = {}, address = '/admin/user/7' }: Options = {}) => {
  const view = await openScreen(routes, address, {
    accounts: [account(7, { version: 3, ...change })],
    prepare: ({ failures }) => failures.set(list, { data: areas }),
  });
  await screen.findByRole('form');
  return view;
};

const group = (name: string) => screen.findByRole('group', { name });
const toggle = (name: string) => screen.getByRole('switch', { name });
const save = () => screen.getByRole('button', { name: 'Save' });

beforeEach(() => signIn());
afterEach(closeScreens);

it('offers the claims of areas below the name of their area, and saves them', async () => {
  const { user, server } = await open({ change: { areaClaims: ['area:notes:read'] } });
  expect(within(await group('Client Notes')).getAllByRole('switch')).toEqual([
    toggle('Read notes'),
    toggle('Edit notes'),
  ]);
  expect(toggle('Read notes')).toBeChecked();
  expect(toggle('Edit notes')).not.toBeChecked();
  expect(toggle('Edit notes')).toHaveAccessibleDescription('Write and delete notes.');
  await user.click(toggle('Edit notes'));
  await user.click(save());
  expect(await screen.findByText('User was successfully updated 👍')).toBeVisible();
  expect(server.callsOf(patch).map(({ body }) => body)).toEqual([
    { areaClaims: ['area:notes:read', 'area:notes:edit'], version: 3 },
  ]);
});

it('shows what the account has of an area that is not deployed until it is turned off and saved', async () => {
  const { user, server } = await open({ change: { areaClaims: ['area:plans:read', 'area:notes:read'] } });
  expect(within(await group('Not deployed')).getByRole('switch')).toBe(toggle('area:plans:read'));
  expect(toggle('area:plans:read')).toBeChecked();
  await user.click(toggle('area:plans:read'));
  await user.click(toggle('area:plans:read'));
  expect(toggle('area:plans:read')).toBeChecked();
  await user.click(toggle('area:plans:read'));
  await user.click(save());
  await screen.findByText('User was successfully updated 👍');
  expect(server.callsOf(patch).map(({ body }) => body)).toEqual([
    { areaClaims: ['area:notes:read'], version: 3 },
  ]);
  expect(screen.queryByRole('group', { name: 'Not deployed' })).toBeNull();
});

it('is not there while no area has claims and the account has none', async () => {
  const { server } = await open({ areas: [] });
  await screen.findByRole('checkbox', { name: 'Revenue' });
  expect(server.callsOf(list)).toHaveLength(1);
  expect(screen.queryByRole('heading', { name: 'Area permissions' })).toBeNull();
});

it('says that the claims cannot be loaded, and loads them again', async () => {
  const { user, server } = await openScreen(routes, '/admin/user/7', {
    accounts: [account(7)],
    prepare: ({ failures }) => failures.set(list, { status: 503, message: 'Try again in a moment.' }),
  });
  const card = (await screen.findByRole('heading', { name: 'Area permissions' })).closest('section');
  await within(card!).findByText(/Try again in a moment/);
  server.failures.set(list, { data: [notes] });
  await user.click(within(card!).getByRole('button', { name: /try again/i }));
  expect(await group('Client Notes')).toBeVisible();
});

it('shows a refusal of the server in its place', async () => {
  const { user, server } = await open();
  await group('Client Notes');
  const message = "No deployed area declares 'area:notes:edit'.";
  server.failures.set(patch, {
    status: 400,
    code: 'invalid_input',
    message,
    details: [{ path: 'areaClaims', message }],
  });
  await user.click(toggle('Edit notes'));
  await user.click(save());
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
});

it('cannot be changed by a colleague of the same role', async () => {
  signIn({ role: 'Internal' });
  await open({ change: { role: 'Internal', companies: [] } });
  await group('Client Notes');
  expect(toggle('Edit notes')).toBeDisabled();
});

it('is part of the form of a new user', async () => {
  const { user } = await open({ address: '/admin/user' });
  await group('Client Notes');
  await user.click(toggle('Edit notes'));
  expect(toggle('Edit notes')).toBeChecked();
});
