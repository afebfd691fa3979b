import '@testing-library/jest-dom';
import { sessionStore } from '@readerlens/auth';
import { encodeToken } from '@readerlens/auth/testing';
import { screen, waitFor, within } from '@testing-library/react';
import type { RouteObject } from 'react-router-dom';
import { account, accounts } from '../testing/accounts.ts';
import { closeScreens, openScreen, signIn } from '../testing/open-admin.tsx';
import { ManageUsersScreen } from './manage-users.screen.tsx';

const routes: RouteObject[] = [
  { path: '/', element: <h1>Start</h1> },
  { path: '/admin/users', Component: ManageUsersScreen },
];

const open = async (options: Parameters<typeof openScreen>[2]) => {
  const view = await openScreen(routes, '/admin/users', options);
  await screen.findByRole('link', { name: 'Person 1' });
  return view;
};

beforeEach(() => signIn());
afterEach(closeScreens);

const button = (name: string) => screen.getByRole('button', { name });
const confirmWith = async (user: Awaited<ReturnType<typeof open>>['user'], question: string, yes: string) => {
  const dialog = await screen.findByRole('alertdialog', { name: question });
  expect(dialog).toHaveTextContent('person1@lab.example');
  await user.click(within(dialog).getByRole('button', { name: yes }));
};

const deleteQuestion = 'Are you sure you want to delete this user ?';
const deleteCall = 'DELETE /api/user/1';
const forgotCall = 'POST /api/forgot-password';
const resendCall = 'GET /api/user/1/resend-registration-email';

describe('which actions a row has', () => {
  const listActionNames = (person: string) =>
    within(screen.getByRole('link', { name: person }).closest('tr') ?? document.body)
      .getAllByRole('button')
      .map(
        (one) => `${one.getAttribute('aria-label')}${(one as HTMLButtonElement).disabled ? ' (off)' : ''}`,
      );

  const people = [
    account(1),
    account(2, { isRegistered: false }),
    account(3, { role: 'Admin' }),
    account(900, { role: 'Admin', firstName: 'Ada', lastName: 'Byron' }),
  ];

  it('follows the permissions of an administrator', async () => {
    await open({ accounts: people });
    expect(listActionNames('Person 1')).toEqual([
      'Reset Password of Person 1',
      'Log in as Person 1',
      'Delete Person 1',
    ]);
    expect(listActionNames('Person 2')).toEqual([
      'Resend Registration to Person 2',
      'Log in as Person 2',
      'Delete Person 2',
    ]);
    expect(listActionNames('Person 3')).toEqual(['Delete Person 3 (off)']);
    expect(listActionNames('Ada Byron')).toEqual(['Reset Password of Ada Byron', 'Delete Ada Byron (off)']);
  });

  it('has no impersonation for other staff, nor while impersonating', async () => {
    signIn({ role: 'Internal' });
    await open({ accounts: people });
    expect(listActionNames('Person 1')).toEqual(['Reset Password of Person 1', 'Delete Person 1']);
    await closeScreens();
    signIn();
    sessionStore.setState({ originalAdminToken: 'own' });
    await open({ accounts: people });
    expect(listActionNames('Person 1')).toEqual(['Reset Password of Person 1', 'Delete Person 1']);
  });
});

describe('delete', () => {
  it('asks first, and removes the row', async () => {
    const { server, user } = await open({ accounts: accounts(2) });
    await user.click(button('Delete Person 1'));
    await user.click(
      within(await screen.findByRole('alertdialog', { name: deleteQuestion })).getByRole('button', {
        name: 'Cancel',
      }),
    );
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(server.callsOf(deleteCall)).toHaveLength(0);
    await user.click(button('Delete Person 1'));
    await confirmWith(user, deleteQuestion, 'Delete');
    expect(await screen.findByText('Deleted user person1@lab.example')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Person 1' })).toBeNull());
    expect(screen.getByText('1 user')).toBeVisible();
  });

  it('asks once on a double click', async () => {
    const { server, user } = await open({ accounts: accounts(2) });
    await user.dblClick(button('Delete Person 1'));
    await confirmWith(user, deleteQuestion, 'Delete');
    await screen.findByText('Deleted user person1@lab.example');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(server.callsOf(deleteCall)).toHaveLength(1);
  });

  it('shows the reason of the server with the email', async () => {
    const { user } = await open({
      accounts: accounts(1),
      prepare: ({ failures }) =>
        failures.set(deleteCall, { status: 409, code: 'conflict', message: 'This is the last one.' }),
    });
    await user.click(button('Delete Person 1'));
    await confirmWith(user, deleteQuestion, 'Delete');
    expect(await screen.findByRole('alert')).toHaveTextContent('This is the last one. (person1@lab.example)');
    expect(screen.getByRole('link', { name: 'Person 1' })).toBeVisible();
  });
});

describe('mails', () => {
  const resetQuestion = "Are you sure you want to reset this user's password?";
  const resendQuestion = 'Are you sure you want to resend the registration email?';

  it('sends a link to reset the password', async () => {
    const { server, user } = await open({ accounts: accounts(1) });
    await user.click(button('Reset Password of Person 1'));
    await confirmWith(user, resetQuestion, 'Reset password');
    expect(
      await screen.findByText('A reset password link has been sent to person1@lab.example'),
    ).toBeVisible();
    expect(server.callsOf(forgotCall).map(({ body }) => body)).toEqual([{ email: 'person1@lab.example' }]);
  });

  it('sends the link to register again', async () => {
    const { server, user } = await open({ accounts: [account(1, { isRegistered: false })] });
    await user.click(button('Resend Registration to Person 1'));
    await confirmWith(user, resendQuestion, 'Resend');
    expect(
      await screen.findByText('The registration email has been resent to person1@lab.example'),
    ).toBeVisible();
    expect(server.callsOf(resendCall)).toHaveLength(1);
  });

  it('shows what failed, and why if the server refused', async () => {
    const { server, user } = await open({
      accounts: [account(1), account(2, { isRegistered: false, email: 'person1@lab.example' })],
      prepare: ({ failures }) => {
        failures.set(forgotCall, { status: 500, message: 'Out of order' });
        failures.set('GET /api/user/2/resend-registration-email', {
          status: 409,
          code: 'conflict',
          message: 'This user has registered already.',
        });
      },
    });
    await user.click(button('Reset Password of Person 1'));
    await confirmWith(user, resetQuestion, 'Reset password');
    expect(await screen.findByText('There was an error resetting password.')).toBeVisible();
    await user.click(button('Resend Registration to Person 2'));
    await confirmWith(user, resendQuestion, 'Resend');
    expect(
      await screen.findByText('There was a error on resending the email. This user has registered already.'),
    ).toBeVisible();
    await waitFor(() => expect(server.callsOf('GET /api/users').length).toBeGreaterThan(1));
  });
});

describe('log in as', () => {
  const impersonateCall = 'POST /api/auth/impersonate';
  const other = {
    sub: '1',
    exp: 4_000_000_000,
    name: 'Person 1',
    email: 'person1@lab.example',
    role: 'Client',
  };

  it('goes to the start page as the other user', async () => {
    const token = encodeToken({ ...other, role: 'Client', claims: [], notificationLevel: 'None' });
    const { server, user, router } = await open({
      accounts: accounts(1),
      prepare: ({ failures }) => {
        failures.set(impersonateCall, { data: { token }, top: { token } });
        failures.set('GET /api/session', { data: { id: '1' } });
      },
    });
    await user.click(button('Log in as Person 1'));
    await user.click(await screen.findByRole('button', { name: 'Log in as this user' }));
    expect(await screen.findByRole('heading', { name: 'Start' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/');
    expect(server.callsOf(impersonateCall).map(({ body }) => body)).toEqual([{ targetUserId: '1' }]);
    await waitFor(() => expect(sessionStore.getState().user?.id).toBe('1'));
  });

  it('stays on the page if the server refuses', async () => {
    const { user, router } = await open({
      accounts: accounts(1),
      prepare: ({ failures }) =>
        failures.set(impersonateCall, { status: 403, code: 'forbidden', message: 'Not allowed.' }),
    });
    await user.click(button('Log in as Person 1'));
    await user.click(await screen.findByRole('button', { name: 'Log in as this user' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to impersonate user: Not allowed.');
    expect(router.state.location.pathname).toBe('/admin/users');
  });
});
