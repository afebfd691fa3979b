import '@testing-library/jest-dom';
import { enterText } from '@readerlens/ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import type { RouteObject } from 'react-router-dom';
import { closeScreens, openScreen, signIn } from '../testing/open-admin.tsx';
import { NewUserScreen } from './new-user.screen.tsx';

const routes: RouteObject[] = [
  { path: '/admin/user', Component: NewUserScreen },
  { path: '/admin/user/:userId', element: <h1>Account</h1> },
];
const call = 'POST /api/user';

type View = Awaited<ReturnType<typeof openScreen>>;

const open = (options: Parameters<typeof openScreen>[2] = {}) => openScreen(routes, '/admin/user/', options);

beforeEach(() => signIn());
afterEach(closeScreens);

const field = (name: string) => screen.getByRole('textbox', { name });
const select = (name: string) => screen.getByRole('combobox', { name });
const toggle = (name: string) => screen.getByRole('switch', { name });
const box = (name: string) => screen.findByRole('checkbox', { name });
const save = () => screen.getByRole('button', { name: 'Save' });
const listOptions = (name: string) =>
  within(select(name))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

const choose = async ({ user }: View, name: string, option: string) => {
  await user.click(select(name));
  await user.click(await screen.findByRole('option', { name: option }));
  await user.keyboard('{Escape}');
};

const fillNames = async ({ user }: View) => {
  await enterText(user, field('First Name'), 'Noa');
  await enterText(user, field('Last Name'), ' New ');
  await enterText(user, field('Email'), 'noa@lab.example');
};

describe('New User', () => {
  it('creates a client with the chosen settings, and opens their page', async () => {
    const view = await open();
    const { server, router, user } = view;
    expect(screen.getByRole('heading', { level: 1, name: 'New User' })).toBeVisible();
    await fillNames(view);
    await choose(view, 'Clients', 'Aurelis');
    await choose(view, 'Communities', 'Cell Therapy');
    await choose(view, 'Analyst Tags', 'Key account');
    await user.selectOptions(select('Notification Claim Level'), 'Basic');
    for (const name of [
      'Enable Notification Dashboard',
      'Enable Marketing Performance',
      'Enable API',
      'Send the registration email to me',
      'Send the onboarding form',
    ])
      await user.click(toggle(name));
    await user.click(await box('Revenue'));
    await user.click(save());
    expect(await screen.findByText('User was successfully created 👍')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Account' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/admin/user/1');
    expect(server.callsOf(call).map(({ body }) => body)).toEqual([
      {
        user: {
          firstName: 'Noa',
          lastName: 'New',
          email: 'noa@lab.example',
          role: 'Client',
          companies: ['1'],
          communities: ['o1'],
          activityFields: ['Revenue'],
          analystTags: ['11'],
          areaClaims: [],
          notificationClaimLevel: 'Basic',
          viewNotifications: true,
          enableApiAccess: true,
          reviewActivities: false,
          accessMarketingPerformance: true,
        },
        sendEmailToAdmin: true,
        sendOnboardingForm: true,
      },
    ]);
  });

  it('names what is missing, and moves to the first problem', async () => {
    const view = await open();
    const { server, user } = view;
    await enterText(user, field('First Name'), 'x'.repeat(51));
    await user.type(field('Email'), 'no address');
    await user.click(save());
    expect(await screen.findByText('Last Name Is Required')).toBeVisible();
    expect(screen.getByText('First Name must not be longer than 50 characters')).toBeVisible();
    expect(screen.getByText('Invalid Email Address')).toBeVisible();
    expect(screen.getByText('Clients Is Required')).toBeVisible();
    expect(field('First Name')).toHaveFocus();
    expect(server.callsOf(call)).toHaveLength(0);
  });

  it('sends one request on a double click', async () => {
    const view = await open();
    await fillNames(view);
    await choose(view, 'Clients', 'Norvane');
    await view.user.dblClick(save());
    await screen.findByRole('heading', { name: 'Account' });
    expect(view.server.callsOf(call)).toHaveLength(1);
  });

  it('shows at its field that the address is taken, until it is changed', async () => {
    const message = 'A user with this e-mail address already exists.';
    const view = await open({
      prepare: ({ failures }) =>
        failures.set(call, {
          status: 409,
          code: 'conflict',
          message,
          details: [{ path: 'email', message }],
        }),
    });
    const { server, user } = view;
    await fillNames(view);
    await choose(view, 'Clients', 'Aurelis');
    await user.click(save());
    await waitFor(() => expect(field('Email')).toHaveAccessibleDescription(message));
    expect(field('Email')).toHaveFocus();
    expect(field('First Name')).toHaveValue('Noa');
    expect(screen.getByRole('button', { name: 'Remove Aurelis' })).toBeVisible();
    await user.type(field('Email'), 'e');
    expect(field('Email')).not.toHaveAccessibleDescription();
    server.failures.clear();
    await user.click(save());
    expect(await screen.findByRole('heading', { name: 'Account' })).toBeVisible();
  });

  it('shows a failure of the server, and keeps everything', async () => {
    const view = await open({
      prepare: ({ failures }) => failures.set(call, { status: 500, message: 'Out of order' }),
    });
    await fillNames(view);
    await choose(view, 'Clients', 'Aurelis');
    await view.user.click(save());
    expect(await screen.findByRole('alert')).toHaveTextContent('Out of order');
    expect(field('Email')).toHaveValue('noa@lab.example');
    expect(save()).toBeEnabled();
  });

  it('asks before unsaved changes are left, and resets them', async () => {
    const view = await open();
    const { user, leaveQuestion } = view;
    expect(leaveQuestion()).toBeUndefined();
    await fillNames(view);
    expect(leaveQuestion()).toBe('Leave without saving your changes?');
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    expect(field('First Name')).toHaveValue('');
    expect(leaveQuestion()).toBeUndefined();
  });
});

describe('the role', () => {
  it('is one that an administrator may give', async () => {
    await open();
    expect(listOptions('Role')).toEqual(['Client', 'Internal']);
    await closeScreens();
    signIn({ role: 'SystemAdmin' });
    await open();
    expect(listOptions('Role')).toEqual(['Client', 'Internal', 'Admin', 'System admin']);
  });

  it('of staff has no client settings; they are not saved, and return with the role Client', async () => {
    const view = await open();
    const { server, user } = view;
    await fillNames(view);
    await choose(view, 'Clients', 'Aurelis');
    await user.selectOptions(select('Notification Claim Level'), 'Basic');
    await user.selectOptions(select('Role'), 'Internal');
    expect(screen.queryByRole('heading', { name: 'Client settings' })).toBeNull();
    expect(listOptions('Notification Claim Level')).toEqual(['None', 'Advanced', 'Admin']);
    expect(select('Notification Claim Level')).toHaveValue('None');
    await user.selectOptions(select('Notification Claim Level'), 'Advanced');
    await user.click(toggle('Enable Review Activities'));

    await user.selectOptions(select('Role'), 'Client');
    expect(screen.getByRole('button', { name: 'Remove Aurelis' })).toBeVisible();
    expect(select('Notification Claim Level')).toHaveValue('None');
    expect(listOptions('Notification Claim Level')).toEqual(['None', 'Basic']);
    expect(screen.queryByRole('switch', { name: 'Enable Review Activities' })).toBeNull();

    await user.selectOptions(select('Role'), 'Internal');
    expect(toggle('Enable Review Activities')).not.toBeChecked();
    await user.click(save());
    await screen.findByRole('heading', { name: 'Account' });
    expect(server.callsOf(call)[0]?.body).toMatchObject({ user: { role: 'Internal', companies: [] } });
  });
});

describe('analyst tags', () => {
  it('are those of the selected clients, and leave with their client', async () => {
    const view = await open();
    const { user } = view;
    await choose(view, 'Clients', 'Norvane');
    await choose(view, 'Analyst Tags', 'Partner');
    await user.click(select('Analyst Tags'));
    expect(screen.queryByRole('option', { name: 'Key account' })).toBeNull();
    await user.keyboard('{Escape}');
    await choose(view, 'Clients', 'Aurelis');
    await choose(view, 'Analyst Tags', 'Key account');
    await user.click(screen.getByRole('button', { name: 'Remove Norvane' }));
    expect(screen.getByRole('button', { name: 'Remove Key account' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Remove Partner' })).toBeNull();
  });

  it('are required with the filter Analyst Tags', async () => {
    const view = await open();
    const { server, user } = view;
    await fillNames(view);
    await choose(view, 'Clients', 'Aurelis');
    await user.click(await box('Analyst Tags'));
    await user.click(save());
    expect(await screen.findByText('Analyst tags must exist for at least one selected Client')).toBeVisible();
    expect(server.callsOf(call)).toHaveLength(0);
    await choose(view, 'Analyst Tags', 'Key account');
    await user.click(save());
    await screen.findByRole('heading', { name: 'Account' });
    expect(server.callsOf(call)).toHaveLength(1);
  });
});

describe('filter access', () => {
  it('has what is not for all, in the groups Premium and Internal, the latter for staff', async () => {
    const { user } = await open();
    const listBoxes = (name: string) =>
      within(screen.getByRole('group', { name }))
        .getAllByRole('checkbox')
        .map((one) => one.closest('label')?.textContent);
    await box('Revenue');
    expect(listBoxes('Premium filters')).toEqual(['Analyst Tags', 'Revenue']);
    expect(screen.queryByRole('group', { name: 'Internal filters' })).toBeNull();
    await user.selectOptions(select('Role'), 'Internal');
    expect(listBoxes('Internal filters')).toEqual(['JS Processed *']);
  });

  it('can be loaded again', async () => {
    const { server, user } = await open({
      prepare: ({ failures }) => failures.set('GET /api/activity-fields', { status: 500, message: 'Later' }),
    });
    expect(await screen.findByText('The filters could not be loaded. Later')).toBeVisible();
    server.failures.clear();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await box('Revenue')).toBeVisible();
  });
});
