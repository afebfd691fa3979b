import '@testing-library/jest-dom';
import { api as callApi } from '@readerlens/auth';
import { simulateWrite } from '@readerlens/auth/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { Registry } from '@readerlens/contract/registry';
import { registryStore } from '../host/index.ts';
import { refreshBadges } from '../host/badges.ts';
import { testRegistry } from '../testing/registry.ts';
import { admin, client, buildSession, encodePersonToken } from '../testing/people.ts';
import { queryClient } from '../session/query-client.ts';
import { renderShell, setWidth, tokenResponse, useShell } from '../testing/render-shell.tsx';

useShell();

const openAdmin = async (user: ReturnType<typeof renderShell>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Admin' }));
  return screen.findByRole('menu');
};

describe('the sidebar', () => {
  it('lists the registry entries that the user may see, and disables a paid feature without a subscription', async () => {
    renderShell('/', client);
    const nav = within(await screen.findByRole('navigation', { name: 'Main' }));
    expect(nav.getByRole('link', { name: 'Performance Overview' })).toHaveAttribute('aria-current', 'page');
    expect(nav.getByRole('link', { name: 'Engagements Search' })).toHaveAttribute(
      'href',
      '/analytics/search',
    );
    const paid = nav.getByRole('link', { name: 'Content Insights (Not included in your subscription)' });
    expect(paid).toHaveAttribute('aria-disabled', 'true');
    expect(paid).not.toHaveAttribute('href');
    expect(nav.queryByText('Review Activities')).not.toBeInTheDocument();
  });

  describe('a badge', () => {
    const call = 'GET /api/notification-dashboard/unread-count';
    const withBadge: Registry = {
      areas: testRegistry.areas.map((area) => ({
        ...area,
        navigation: area.navigation.map((each) =>
          each.to === '/review-activities'
            ? { ...each, group: 'Alerts', badge: { call, label: 'unread' } }
            : each,
        ),
      })),
    };
    const open = (count: unknown, person = admin) => {
      const shell = renderShell('/', person);
      shell.api.answers[call] = { data: { count } };
      act(() =>
        registryStore.setState({ status: 'ready', registry: withBadge, stale: false, invalid: [] }, true),
      );
      return shell;
    };
    const link = (name: string) => screen.findByRole('link', { name });

    it('shows the count, and refetches it on navigation and on request', async () => {
      const { api, user } = open(3);
      expect(await link('Review Activities 3 unread')).toBeInTheDocument();
      expect(api.callsOf(call)).toHaveLength(1);
      api.answers[call] = { data: { count: 100 } };
      await user.click(screen.getByRole('link', { name: 'Engagements Search' }));
      expect(await link('Review Activities 99+ unread')).toBeInTheDocument();
      api.answers[call] = { data: { count: 0 } };
      await act(() => refreshBadges(queryClient));
      expect(await link('Review Activities')).toBeInTheDocument();
      expect(api.callsOf(call)).toHaveLength(3);
    });

    it('shows nothing when the call fails, and does not change the page', async () => {
      const { api } = open(3);
      expect(await link('Review Activities 3 unread')).toBeInTheDocument();
      api.answers[call] = { status: 403, message: 'Not yours.' };
      await act(() => refreshBadges(queryClient));
      expect(await link('Review Activities')).toBeInTheDocument();
      expect(location.pathname).toBe('/');
      expect(screen.queryByText('Not yours.')).not.toBeInTheDocument();
    });

    it('is never fetched without the claim of its entry', async () => {
      const { api, user } = open(3, client);
      await user.click(await link('Engagements Search'));
      await waitFor(() => expect(location.pathname).toBe('/analytics/search'));
      expect(screen.queryByRole('link', { name: /Review Activities/ })).not.toBeInTheDocument();
      expect(api.callsOf(call)).toEqual([]);
    });
  });

  it('collapses to a rail and remembers it', async () => {
    const { user } = renderShell('/', client);
    const aside = await screen.findByRole('complementary');
    expect(aside).toHaveAttribute('data-open', 'true');
    await user.click(screen.getByRole('button', { name: 'Collapse sidebar' }));
    expect(aside).toHaveAttribute('data-open', 'false');
    expect(within(aside).getByRole('link', { name: 'Engagements Search' })).toBeInTheDocument();
    expect(localStorage.getItem('readerlens.sidebar')).toBe('closed');
  });

  it('starts closed on a narrow window and closes after a choice', async () => {
    setWidth(false);
    const { user } = renderShell('/', client);
    await user.click(await screen.findByRole('button', { name: 'Open menu' }));
    const menu = await screen.findByRole('dialog', { name: 'Menu' });
    await user.click(within(menu).getByRole('link', { name: 'Engagements Search' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Menu' })).not.toBeInTheDocument());
    expect(location.pathname).toBe('/analytics/search');
  });
});

it('moves the focus to the new page, announces its title and sets the document title', async () => {
  const { user } = renderShell('/', client);
  await waitFor(() => expect(document.title).toBe('Performance Overview · Readerlens'));
  await user.click(await screen.findByRole('link', { name: 'Engagements Search' }));
  await waitFor(() => expect(document.title).toBe('Engagements Search · Readerlens'));
  expect(document.querySelector('[aria-live="polite"]')).toHaveTextContent('Engagements Search');
  // No area can be loaded here; its placeholder has a heading like any page.
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});

it('moves the focus to the heading of a public page', async () => {
  const { user } = renderShell('/login');
  await user.click(await screen.findByRole('link', { name: 'Forgot Password' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Reset Password' })).toHaveFocus());
});

describe('the admin menu', () => {
  it('is hidden from users without any of its entries', async () => {
    renderShell('/', client);
    await screen.findByRole('button', { name: 'Log out' });
    expect(screen.queryByRole('button', { name: 'Admin' })).not.toBeInTheDocument();
  });

  it('turns on Blinded Mode with its banner; logging out turns it off', async () => {
    const { user, session } = renderShell('/', admin);
    const menu = await openAdmin(user);
    expect(within(menu).getByRole('menuitem', { name: 'Review Activities' })).toBeInTheDocument();
    await user.click(within(menu).getByRole('menuitemcheckbox', { name: 'Blinded Mode' }));
    expect(await screen.findByText('Blinded Mode Active')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Log out' }));
    await screen.findByRole('button', { name: 'Log In' });
    expect(session.getState().blinded).toBe(false);
    expect(screen.queryByText('Blinded Mode Active')).not.toBeInTheDocument();
  });
});

describe('acting as another user', () => {
  const lookup = [
    {
      userId: client.sub,
      displayText: 'Dana Whitfield',
      email: client.email,
      role: 'Client',
      isRegistered: true,
    },
  ];
  const choose = async (user: ReturnType<typeof renderShell>['user']) => {
    const menu = await openAdmin(user);
    await user.click(within(menu).getByRole('menuitem', { name: 'Log in as…' }));
    await user.type(await screen.findByRole('combobox', { name: 'User' }), 'dana');
    await user.click(await screen.findByRole('option', { name: /Dana Whitfield/ }));
    await user.type(screen.getByLabelText('Reason'), 'Ticket 12');
    await user.click(screen.getByRole('button', { name: 'Log in as this user' }));
  };

  it('starts, stays visible on every page, and returns to the own account', async () => {
    const { user, api, session } = renderShell('/analytics/search', admin);
    api.answers['GET /api/users/lookups'] = { data: lookup };
    api.answers['POST /api/auth/impersonate'] = tokenResponse(client);
    api.answers['POST /api/auth/end-impersonation'] = {};
    await choose(user);
    expect(
      await screen.findByText('You are logged in as Dana Whitfield(dana@client.example)'),
    ).toBeInTheDocument();
    await waitFor(() => expect(location.pathname).toBe('/'));
    expect(api.callsOf('POST /api/auth/impersonate')[0]?.body).toEqual({
      targetUserId: 'u1',
      reason: 'Ticket 12',
    });
    expect(screen.queryByRole('button', { name: 'Admin' })).not.toBeInTheDocument();
    // When a call is refused as the other user, the banner with the way back stays.
    api.answers['GET /api/activity-fields'] = { status: 403, message: 'Not yours.' };
    const page = { queryKey: ['page'], meta: { pageContent: true } };
    const load = () => callApi('GET /api/activity-fields');
    await act(() => queryClient.fetchQuery({ ...page, queryFn: load }).catch(() => undefined));
    await waitFor(() => expect(location.pathname).toBe('/error'));
    expect(screen.getByText('You are logged in as Dana Whitfield(dana@client.example)')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Return to your Account' }));
    await waitFor(() => expect(location.pathname).toBe('/'));
    await waitFor(() => expect(session.getState().user).toEqual(buildSession(admin)));
    expect(screen.queryByText(/You are logged in as/)).not.toBeInTheDocument();
  });

  it('in another tab shows the banner here too, and leaves a page that the other user may not see', async () => {
    const { api } = renderShell('/review-activities', admin);
    await screen.findByRole('button', { name: 'Admin' });
    await waitFor(() => expect(api.callsOf('GET /api/session')).toHaveLength(1));
    const own = localStorage.getItem('jwt_token') ?? '';
    const theirs = encodePersonToken(client);
    const receive = (key: string, value: string | null) => act(() => simulateWrite([key, value]));
    receive('original_admin_token', own);
    receive('impersonatedUserToken', theirs);
    expect(screen.queryByText(/You are logged in as/)).not.toBeInTheDocument();
    receive('jwt_token', theirs);
    expect(screen.getByText('You are logged in as Dana Whitfield(dana@client.example)')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Return to your Account' })).toBeEnabled();
    expect(location.pathname).toBe('/');
    expect(localStorage.getItem('jwt_token')).toBe(theirs);
    await waitFor(() => expect(api.callsOf('GET /api/session')).toHaveLength(2));
    receive('original_admin_token', null);
    receive('impersonatedUserToken', null);
    receive('jwt_token', own);
    expect(screen.queryByText(/You are logged in as/)).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Admin' })).toBeInTheDocument();
    await waitFor(() => expect(api.callsOf('GET /api/session')).toHaveLength(3));
  });

  it('says why it could not start', async () => {
    const { user, api } = renderShell('/', admin);
    api.answers['GET /api/users/lookups'] = { data: lookup };
    api.answers['POST /api/auth/impersonate'] = {
      status: 403,
      message: 'That user may not be impersonated.',
    };
    await choose(user);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Failed to impersonate user: That user may not be impersonated.',
    );
  });
});
