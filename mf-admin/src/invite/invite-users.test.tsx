import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import type { RouteObject } from 'react-router-dom';
import { closeScreens, openScreen, signIn } from '../testing/open-admin.tsx';
import type { InvitedPerson } from './invite.ts';
import { InviteUsersScreen } from './invite-users.screen.tsx';

const routes: RouteObject[] = [{ path: '/admin/users/invite', Component: InviteUsersScreen }];
const call = 'POST /api/users/invite';

const person = (line: number, change: Partial<InvitedPerson> = {}): InvitedPerson => ({
  line,
  firstName: 'Person',
  lastName: String(line),
  email: `person${line}@lab.example`,
  role: 'Client',
  companies: ['Aurelis'],
  userId: null,
  problems: [],
  ...change,
});
const taken = person(2, { problems: [{ path: 'email', message: 'It is taken.' }] });
const answer = (...people: InvitedPerson[]) => ({ data: { people, invited: 0, unusedColumns: ['Phone'] } });

const open = (people: InvitedPerson[] = [person(1), taken]) =>
  openScreen(routes, '/admin/users/invite', {
    prepare: ({ failures }) => failures.set(call, answer(...people)),
  });
type View = Awaited<ReturnType<typeof open>>;

beforeEach(() => signIn());
afterEach(closeScreens);

const text = () => screen.getByRole('textbox', { name: /One person per line/ });
const button = (name: string) => screen.getByRole('button', { name });
const bodies = ({ server }: View) => server.callsOf(call).map(({ body }) => body);
const rows = () =>
  within(screen.getByRole('table', { name: 'People' }))
    .getAllByRole('row')
    .slice(1);

const fill = async (view: View) => {
  await view.user.type(text(), 'two people');
  await view.user.click(screen.getByRole('combobox', { name: 'Clients' }));
  await view.user.click(await screen.findByRole('option', { name: 'Aurelis' }));
  await view.user.keyboard('{Escape}');
};

it('checks the lines first, and invites those that are right', async () => {
  const view = await open();
  const { server, user } = view;
  expect(button('Check')).toBeDisabled();
  await fill(view);
  await user.click(button('Check'));
  expect(
    await screen.findByText(
      '1 person can be invited. 1 person cannot: the reasons are below. These columns are not used: Phone.',
    ),
  ).toBeVisible();
  expect(rows()[0]).toHaveTextContent('1Person 1person1@lab.exampleClientAurelisReady');
  expect(rows()[1]).toHaveTextContent('It is taken.');
  server.failures.set(call, answer(person(1, { userId: '7' }), taken));
  await user.dblClick(button('Invite 1 person'));
  expect(
    await screen.findByText(/^1 person invited\. 1 person cannot: the reasons are below\./),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Person 1' })).toHaveAttribute('href', '/admin/user/7');
  const body = { text: 'two people', defaults: { role: 'Client', companies: ['1'] } };
  expect(bodies(view)).toEqual([
    { ...body, dryRun: true },
    { ...body, dryRun: false },
  ]);
  // The text stays for those who could not be invited yet.
  expect(text()).toHaveValue('two people');
  expect(button('Check again')).toBeEnabled();
  await user.click(button('Invite others'));
  expect(text()).toHaveValue('');
  expect(screen.queryByRole('table', { name: 'People' })).toBeNull();
});

it('asks for another check after a change', async () => {
  const view = await open();
  await fill(view);
  await view.user.click(button('Check'));
  expect(await screen.findByRole('button', { name: 'Invite 1 person' })).toBeVisible();
  await view.user.click(screen.getByRole('switch', { name: 'Send the registration emails to me' }));
  expect(screen.queryByRole('button', { name: 'Invite 1 person' })).toBeNull();
  await view.user.click(button('Check'));
  await waitFor(() => expect(bodies(view).at(-1)).toMatchObject({ sendEmailToAdmin: true, dryRun: true }));
});

it('offers the roles that the person may give, and no clients for staff', async () => {
  const view = await open();
  const role = screen.getByRole('combobox', { name: 'Role' });
  expect(
    within(role)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Client', 'Internal']);
  await view.user.selectOptions(role, 'Internal');
  expect(screen.queryByRole('combobox', { name: 'Clients' })).toBeNull();
  await view.user.type(text(), 'x');
  await view.user.click(button('Check'));
  await waitFor(() => expect(bodies(view)).toMatchObject([{ defaults: { role: 'Internal' } }]));
});

it('shows beside the text why it was refused, and keeps it', async () => {
  const view = await open();
  view.server.failures.set(call, { status: 400, code: 'invalid_input', message: 'A quote is not closed.' });
  await view.user.type(text(), '"a');
  await view.user.click(button('Check'));
  await waitFor(() => expect(text()).toHaveAccessibleDescription(/A quote is not closed\./));
  expect(text()).toHaveValue('"a');
  await view.user.type(text(), '"');
  expect(text()).not.toHaveAccessibleDescription(/A quote is not closed\./);
});
