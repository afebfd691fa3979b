import '@testing-library/jest-dom';
import { sessionStore } from '@readerlens/auth';
import { screen, waitFor, within } from '@testing-library/react';
import type { RouteObject } from 'react-router-dom';
import { account, clients } from '../testing/accounts.ts';
import type { Account } from '../testing/accounts.ts';
import { closeScreens, openScreen, signIn } from '../testing/open-admin.tsx';
import { ProfileScreen } from './profile.screen.tsx';

const routes: RouteObject[] = [{ path: '/admin/user/:userId', Component: ProfileScreen }];
const patch = 'PATCH /api/user/7';

type View = Awaited<ReturnType<typeof openScreen>>;

const client = (change: Partial<Account> = {}) =>
  account(7, { firstName: 'Cleo', lastName: 'Client', email: 'cleo@lab.example', version: 3, ...change });

const open = async (accounts: Account[] = [client()], { id = '7', query = '' } = {}) => {
  const view = await openScreen(routes, `/admin/user/${id}${query}`, { accounts });
  await screen.findByRole('form');
  return view;
};

beforeEach(() => signIn());
afterEach(closeScreens);

const field = (name: string) => screen.getByRole('textbox', { name });
const select = (name: string) => screen.getByRole('combobox', { name });
const toggle = (name: string) => screen.getByRole('switch', { name });
const button = (name: string) => screen.getByRole('button', { name });
const listBodies = ({ server }: View, call = patch) => server.callsOf(call).map(({ body }) => body);
const question = (name: string) => screen.findByRole('alertdialog', { name });
const answer = async ({ user }: View, name: string, text: string) =>
  user.click(within(await question(name)).getByRole('button', { name: text }));

const emailQuestion = 'Are you sure you want to change email address?';

describe('the account of another user', () => {
  it('has a warning, and the form of the account', async () => {
    await open([client({ activityFields: ['Revenue'], viewNotifications: true })]);
    expect(screen.getByRole('heading', { level: 1, name: 'Manage User Profile' })).toBeVisible();
    expect(screen.getByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true');
    expect(
      screen.getByText(
        'NOTE: You are currently in Cleo Client Account. Be mindful when making any changes, especially when deleting filters, to avoid unintended impacts.',
      ),
    ).toBeVisible();
    expect(field('First Name')).toHaveValue('Cleo');
    expect(field('Email')).toHaveValue('cleo@lab.example');
    expect(screen.getByRole('button', { name: 'Remove Aurelis' })).toBeVisible();
    expect(toggle('Enable Notification Dashboard')).toBeChecked();
    expect(await screen.findByRole('checkbox', { name: 'Revenue' })).toBeChecked();
  });

  it('is saved with what has changed and the version', async () => {
    const view = await open();
    const { user, leaveQuestion } = view;
    await user.clear(field('First Name'));
    await user.type(field('First Name'), 'Clea');
    await user.click(toggle('Enable API'));
    expect(leaveQuestion()).toBe('Leave without saving your changes?');
    await user.dblClick(button('Save'));
    expect(await screen.findByText('User was successfully updated 👍')).toBeVisible();
    expect(screen.getByText('Saved')).toBeVisible();
    expect(listBodies(view)).toEqual([{ firstName: 'Clea', enableApiAccess: true, version: 3 }]);
    expect(leaveQuestion()).toBeUndefined();
    await user.click(toggle('Enable Marketing Performance'));
    await user.click(button('Save'));
    await waitFor(() => expect(listBodies(view)).toHaveLength(2));
    expect(listBodies(view)[1]).toEqual({ accessMarketingPerformance: true, version: 4 });
  });

  it('shows a failure of the server, and keeps what was typed', async () => {
    const view = await open();
    view.server.failures.set(patch, { status: 500, message: 'Out of order' });
    await view.user.type(field('Last Name'), ' Later');
    await view.user.click(button('Save'));
    expect(await screen.findByText('Out of order')).toBeVisible();
    expect(field('Last Name')).toHaveValue('Client Later');
  });

  it('shows ids of clients and communities only with API access', async () => {
    await open();
    expect(screen.queryByRole('list', { name: 'Clients' })).toBeNull();
    await closeScreens();
    signIn();
    await open([client({ enableApiAccess: true, apiClientId: 'api-7' })]);
    expect(within(screen.getByRole('list', { name: 'Clients' })).getByText('1')).toBeVisible();
    expect(within(screen.getByRole('list', { name: 'Communities' })).getByText('o1')).toBeVisible();
    expect(screen.getByText('api-7')).toBeVisible();
  });

  it('is read-only with the same role', async () => {
    await open([client({ role: 'Admin', companies: [] })]);
    for (const name of ['First Name', 'Last Name', 'Email']) expect(field(name)).toBeDisabled();
    expect(select('Role')).toBeDisabled();
    expect(select('Role')).toHaveValue('Admin');
    expect(toggle('Enable API')).toBeDisabled();
    expect(button('Save')).toBeDisabled();
    expect(screen.getByText('You can see this account, but not change it.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Reset Password' })).toBeNull();
  });

  it('keeps the role Premium', async () => {
    const view = await open([client({ role: 'Premium' })]);
    const roles = within(select('Role')).getAllByRole('option');
    expect(roles.map(({ textContent }) => textContent)).toEqual(['Client', 'Internal', 'Premium']);
    expect(select('Role')).toHaveValue('Premium');
    await view.user.type(field('Last Name'), 'e');
    await view.user.click(button('Save'));
    await screen.findByText('Saved');
    expect(listBodies(view)).toEqual([{ lastName: 'Cliente', version: 3 }]);
  });

  it('has no settings of administrators for other staff', async () => {
    signIn({ role: 'Internal' });
    await open();
    expect(screen.queryByRole('switch', { name: 'Enable API' })).toBeNull();
    expect(toggle('Enable Marketing Performance')).toBeEnabled();
    expect(screen.queryByRole('button', { name: 'Log in as' })).toBeNull();
  });

  it('is removed from its clients with a role of staff', async () => {
    const view = await open();
    await view.user.selectOptions(select('Role'), 'Internal');
    expect(screen.getByText('The clients are removed when you save: staff see all clients')).toBeVisible();
    await view.user.click(button('Save'));
    await screen.findByText('Saved');
    expect(listBodies(view)).toEqual([{ role: 'Internal', companies: [], version: 3 }]);
  });
});

describe('the e-mail', () => {
  it('asks when the field is left, and restores the old address at once', async () => {
    const view = await open();
    const { user } = view;
    await user.type(field('Email'), 'x');
    await user.tab();
    expect(await question(emailQuestion)).toHaveTextContent(
      'From cleo@lab.example to cleo@lab.examplex. A sign-in by a provider that is linked with the account ends.',
    );
    await answer(view, emailQuestion, 'Cancel');
    await waitFor(() => expect(field('Email')).toHaveValue('cleo@lab.example'));
    expect(listBodies(view)).toEqual([]);
  });

  it('is saved without a second question', async () => {
    const view = await open();
    const { user } = view;
    await user.type(field('Email'), 'x');
    await user.tab();
    await answer(view, emailQuestion, 'Yes');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await user.click(button('Save'));
    await screen.findByText('Saved');
    expect(listBodies(view)).toEqual([{ email: 'cleo@lab.examplex', version: 3 }]);
  });

  it('asks on Save if that has not been answered', async () => {
    const view = await open();
    const { user } = view;
    await user.type(field('Email'), 'x{Enter}');
    await answer(view, emailQuestion, 'Cancel');
    await waitFor(() => expect(field('Email')).toHaveValue('cleo@lab.example'));
    expect(listBodies(view)).toEqual([]);
    await user.type(field('Email'), 'y{Enter}');
    await answer(view, emailQuestion, 'Yes');
    await screen.findByText('Saved');
    expect(listBodies(view)).toEqual([{ email: 'cleo@lab.exampley', version: 3 }]);
  });

  it('asks nothing about an invalid address', async () => {
    const { user } = await open();
    await user.clear(field('Email'));
    await user.type(field('Email'), 'nothing');
    await user.tab();
    expect(await screen.findByText('Invalid Email Address')).toBeVisible();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

describe('a change by someone else', () => {
  const open2 = async () => {
    const view = await open();
    const { user, server } = view;
    await user.type(field('First Name'), 'x');
    await user.click(toggle('Enable API'));
    server.changeElsewhere('7', { firstName: 'Clara', companies: ['2'] });
    await user.click(button('Save'));
    const notice = await screen.findByRole('alert');
    return { view, notice };
  };

  it('is shown with one’s own values', async () => {
    const { notice } = await open2();
    expect(notice).toHaveTextContent('This account has changed');
    expect(notice).toHaveTextContent('Someone else has changed this account since you opened it.');
    expect(notice).toHaveTextContent('First NameClaraYours: Cleox');
    expect(notice).toHaveTextContent('ClientsNorvane');
    expect(notice).not.toHaveTextContent('API');
    expect(field('First Name')).toHaveValue('Cleox');
  });

  it('is loaded below one’s own changes, which are then saved', async () => {
    const { view } = await open2();
    const { user } = view;
    await user.click(button('Load their changes, keep mine'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(field('First Name')).toHaveValue('Cleox');
    expect(toggle('Enable API')).toBeChecked();
    expect(screen.getByRole('button', { name: 'Remove Norvane' })).toBeVisible();
    await user.click(button('Save'));
    await screen.findByText('Saved');
    expect(listBodies(view).at(-1)).toEqual({ firstName: 'Cleox', enableApiAccess: true, version: 4 });
  });

  it('can replace one’s own changes', async () => {
    const { view } = await open2();
    await view.user.click(button('Discard my changes'));
    expect(field('First Name')).toHaveValue('Clara');
    expect(toggle('Enable API')).not.toBeChecked();
    expect(view.leaveQuestion()).toBeUndefined();
  });
});

describe('the own profile', () => {
  const own = (change: Partial<Account> = {}) =>
    account(7, { firstName: 'Ada', lastName: 'Byron', email: 'ada@lab.example', version: 3, ...change });
  const help = 'Please contact your representative for help with your profile.';

  it('of a client is read-only, with their clients and communities', async () => {
    signIn({ id: '7', role: 'Client' });
    await open([
      own({ companies: clients.slice(0, 2).map((one) => ({ ...one, onlines: [...one.onlines] })) }),
    ]);
    expect(screen.getByRole('heading', { level: 1, name: 'Profile Settings' })).toBeVisible();
    expect(screen.getByRole('tab', { name: 'My Profile' })).toBeVisible();
    expect(screen.queryByText(/^NOTE: /)).toBeNull();
    expect(screen.getByText(help)).toBeVisible();
    expect(field('Email')).toBeDisabled();
    expect(button('Save')).toBeDisabled();
    const names = (list: string) =>
      within(screen.getByRole('list', { name: list }))
        .getAllByRole('listitem')
        .map((one) => one.textContent);
    expect(names('Clients')).toEqual(['Aurelis', 'Norvane']);
    expect(names('Communities')).toEqual(['Cell Therapy', 'Filtration']);
  });

  it('of staff saves name and e-mail, and stores the new token', async () => {
    signIn({ id: '7', role: 'Admin', firstName: 'Ada', lastName: 'Byron' });
    const view = await open([own({ role: 'Admin', companies: [] })]);
    const before = sessionStore.getState().token;
    expect(screen.queryByRole('heading', { name: 'Filter access' })).toBeNull();
    expect(toggle('Enable API')).toBeDisabled();
    const roles = within(select('Role')).getAllByRole('option');
    expect(roles.map(({ textContent }) => textContent)).toEqual(['Client', 'Internal', 'Admin']);
    await view.user.type(field('First Name'), 'h');
    await view.user.click(button('Save'));
    expect(await screen.findByText('User was successfully saved')).toBeVisible();
    expect(listBodies(view)).toEqual([{ firstName: 'Adah', version: 3 }]);
    expect(sessionStore.getState().token).not.toBe(before);
    expect(sessionStore.getState().claims?.name).toBe('Adah Byron');
    expect(localStorage.getItem('jwt_token')).toBe(sessionStore.getState().token);
  });

  it('of staff cannot become one of a client without clients', async () => {
    signIn({ id: '7', role: 'Admin' });
    const view = await open([own({ role: 'Admin', companies: [] })]);
    await view.user.selectOptions(select('Role'), 'Client');
    await view.user.click(button('Save'));
    await waitFor(() => expect(select('Role')).toHaveAccessibleDescription('Clients Is Required'));
    expect(listBodies(view)).toEqual([]);
  });

  it('mails a link for a new password', async () => {
    signIn({ id: '7', role: 'Client' });
    const view = await open([own()]);
    await view.user.click(button('Reset Password'));
    await answer(view, "Are you sure you want to reset this user's password?", 'Reset password');
    expect(await screen.findByText('Check your email for a password reset link')).toBeVisible();
    expect(listBodies(view, 'POST /api/forgot-password')).toEqual([{ email: 'ada@lab.example' }]);
  });
});

describe('mails to another user', () => {
  it('names what failed', async () => {
    const view = await open([client({ isRegistered: false })]);
    expect(screen.queryByRole('button', { name: 'Reset Password' })).toBeNull();
    view.server.failures.set('GET /api/user/7/resend-registration-email', { status: 500 });
    await view.user.click(button('Resend Registration'));
    await answer(view, 'Are you sure you want to resend the registration email?', 'Resend');
    expect(await screen.findByText('Error resending user registration email.')).toBeVisible();
    await closeScreens();
    signIn();
    const registered = await open();
    registered.server.failures.set('POST /api/forgot-password', { status: 500 });
    await registered.user.click(button('Reset Password'));
    await answer(registered, "Are you sure you want to reset this user's password?", 'Reset password');
    expect(await screen.findByText('Error resetting user password.')).toBeVisible();
  });

  it('is an impersonation once nothing is unsaved', async () => {
    const { user } = await open();
    expect(button('Log in as')).toBeEnabled();
    await user.type(field('First Name'), 'x');
    expect(button('Log in as')).toBeDisabled();
  });
});

describe('the page', () => {
  it('says that there is no such account', async () => {
    await openScreen(routes, '/admin/user/99', {
      prepare: ({ failures }) =>
        failures.set('GET /api/user/99', {
          status: 404,
          code: 'not_found',
          message: 'There is no such user.',
        }),
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('There is no such user.');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(screen.queryByText('An unexpected error occurred')).toBeNull();
  });

  it('keeps unknown tabs out of the way', async () => {
    await open([client()], { query: '?active=nonsense' });
    expect(screen.getByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true');
  });
});
