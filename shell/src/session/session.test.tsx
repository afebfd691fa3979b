import '@testing-library/jest-dom';
import { api as client } from '@readerlens/auth';
import { simulateWrite } from '@readerlens/auth/testing';
import { advance, useFakeClock, waitForResponse } from '@readerlens/ui/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { registerGuard } from '../host/leave-guards.ts';
import { admin, client as reader, encodePersonToken } from '../testing/people.ts';
import { renderShell, useShell } from '../testing/render-shell.tsx';
import { queryClient } from './query-client.ts';

useShell();

const logIn = async (user: ReturnType<typeof renderShell>['user']) => {
  await user.type(await screen.findByLabelText('Email'), 'dana@client.example');
  await user.type(screen.getByLabelText('Password'), 'secret');
  await user.click(screen.getByRole('button', { name: 'Log In' }));
};
const place = () => location.pathname + location.search;

const fieldsQuery = {
  queryKey: ['fields'],
  queryFn: () => client('GET /api/activity-fields'),
  staleTime: 0,
};
/** Loads data the way a screen loads its content. */
const loadPage = () =>
  queryClient.fetchQuery({ ...fieldsQuery, meta: { pageContent: true } }).catch(() => undefined);

describe('a protected route without a session', () => {
  it('redirects to login with the reason, and login returns to it', async () => {
    const { user } = renderShell('/analytics/search?f=Clients:c1');
    expect(await screen.findByRole('alert')).toHaveTextContent('Your session expired');
    expect(place()).toBe('/login');
    await logIn(user);
    await waitFor(() => expect(place()).toBe('/analytics/search?f=Clients:c1'));
    expect(await screen.findByText('Engagements Search', { selector: 'header *' })).toBeInTheDocument();
  });

  it('shows no message on a plain first visit', async () => {
    const { user } = renderShell('/');
    await screen.findByRole('button', { name: 'Log In' });
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await logIn(user);
    await waitFor(() => expect(place()).toBe('/'));
  });

  it('treats an expired token as an expired session and removes it', async () => {
    renderShell('/', { ...reader, expiresIn: -5 });
    expect(await screen.findByRole('alert')).toHaveTextContent('Your session expired');
    expect(localStorage.getItem('jwt_token')).toBeNull();
  });
});

it('ends the session of a user who may not see a route, and forgets the route', async () => {
  const { user } = renderShell('/review-activities', reader);
  expect(await screen.findByRole('alert')).toHaveTextContent('Insufficient privileges');
  expect(localStorage.getItem('jwt_token')).toBeNull();
  await logIn(user);
  await waitFor(() => expect(place()).toBe('/'));
});

it('shows the 404 text for an address that no area offers', async () => {
  renderShell('/no/such/page', reader);
  expect(within(await screen.findByRole('main')).getByText('404 Not Found')).toBeInTheDocument();
});

describe('expiry', () => {
  useFakeClock();
  const warning = () => screen.queryByRole('alertdialog', { name: 'Your session is about to expire' });

  it('is announced two minutes before; staying signed in renews the token', async () => {
    const { user, api, session } = renderShell('/', { ...reader, expiresIn: 600 });
    const { exp } = session.getState().claims!;
    await advance(480_000 - 1);
    expect(warning()).not.toBeInTheDocument();
    await advance(1);
    await user.click(within(warning()!).getByRole('button', { name: 'Stay signed in' }));
    await waitForResponse(() => session.getState().claims?.exp !== exp);
    await advance(1000);
    expect(warning()).not.toBeInTheDocument();
    expect(api.callsOf('GET /api/reset-auth-token')).toHaveLength(1);
    expect(session.getState().claims?.exp).toBe(exp - 600 + 480 + 3600);
    expect(place()).toBe('/');
  });

  it('redirects to login, and back afterwards', async () => {
    const { user, session } = renderShell('/analytics/search', { ...reader, expiresIn: 100 });
    await advance(99_000);
    expect(warning()).toBeInTheDocument();
    expect(place()).toBe('/analytics/search');
    await advance(1000);
    expect(screen.getByText('Your session expired')).toBeInTheDocument();
    await logIn(user);
    await waitForResponse(() => Boolean(session.getState().claims));
    await advance(0);
    expect(place()).toBe('/analytics/search');
  });
});

it('logs out on request: clears the state without a message and forgets the route', async () => {
  const { api, user, session } = renderShell('/analytics/search', reader);
  const token = session.getState().token;
  await user.click(await screen.findByRole('button', { name: 'Log out' }));
  await screen.findByRole('button', { name: 'Log In' });
  await waitFor(() => expect(api.callsOf('POST /api/auth/logout')).toHaveLength(1));
  expect(api.callsOf('POST /api/auth/logout')[0]?.headers.authorization).toBe(`Bearer ${token}`);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(session.getState()).toMatchObject({ token: null, blinded: false });
  await logIn(user);
  await waitFor(() => expect(place()).toBe('/'));
});

it('follows another tab that logs out', async () => {
  renderShell('/', reader);
  await screen.findByRole('button', { name: 'Log out' });
  localStorage.removeItem('jwt_token');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'jwt_token' })));
  expect(await screen.findByRole('button', { name: 'Log In' })).toBeInTheDocument();
});

describe('unsaved work', () => {
  let release = () => {};
  const open = async () => {
    const shell = renderShell('/analytics/search', reader);
    await screen.findByRole('button', { name: 'Log out' });
    release = registerGuard(() => 'Discard the mail?');
    return shell;
  };
  const question = () => screen.findByRole('alertdialog', { name: 'Discard the mail?' });
  const logOutElsewhere = () => act(() => simulateWrite(['jwt_token', null]));

  afterEach(() => release());

  it('does not block the redirect when the session has ended', async () => {
    await open();
    logOutElsewhere();
    expect(await screen.findByRole('button', { name: 'Log In' })).toBeInTheDocument();
    expect(place()).toBe('/login');
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  it('closes its question when the session ends', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('link', { name: 'Performance Overview' }));
    await question();
    logOutElsewhere();
    expect(await screen.findByRole('button', { name: 'Log In' })).toBeInTheDocument();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(place()).toBe('/login');
  });

  it('prompts when a call is refused, and is kept by staying', async () => {
    const { api, user } = await open();
    api.answers['GET /api/activity-fields'] = { status: 401, message: 'No.' };
    await act(() => client('GET /api/activity-fields').catch(() => {}));
    await user.click(within(await question()).getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(place()).toBe('/analytics/search');
    await act(() => client('GET /api/activity-fields').catch(() => {}));
    await user.click(within(await question()).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(location.pathname).toBe('/error'));
  });

  it('keeps its page when a call is refused with 403', async () => {
    const { api } = await open();
    api.answers['GET /api/activity-fields'] = { status: 403, message: 'No.' };
    await act(() => loadPage());
    expect(place()).toBe('/analytics/search');
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  it('prompts before logging out', async () => {
    const { user, session } = await open();
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    await user.click(within(await question()).getByRole('button', { name: 'Stay' }));
    expect(session.getState().token).not.toBeNull();
    expect(place()).toBe('/analytics/search');
    await user.click(await screen.findByRole('button', { name: 'Log out' }));
    await user.click(within(await question()).getByRole('button', { name: 'Log out' }));
    expect(await screen.findByRole('button', { name: 'Log In' })).toBeInTheDocument();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });
});

describe('a call that is refused', () => {
  it('shows the error screen with code, text and message, and a way back', async () => {
    const { api, user } = renderShell('/analytics/search', reader);
    await screen.findByRole('button', { name: 'Log out' });
    api.answers['GET /api/activity-fields'] = { status: 403, message: 'These fields are not yours.' };
    await act(() => loadPage());
    const main = await screen.findByRole('main');
    const title = 'You do not have permission to access the requested resource!';
    expect(await within(main).findByRole('heading', { name: title })).toBeInTheDocument();
    expect(main).toHaveTextContent('403 Forbidden');
    expect(main).toHaveTextContent('These fields are not yours.');
    await user.click(within(main).getByRole('link', { name: 'Try again' }));
    await waitFor(() => expect(place()).toBe('/analytics/search'));
    expect(localStorage.getItem('jwt_token')).not.toBeNull();
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a form', () => client('POST /api/permalinks', { body: { path: '/', search: '' } })],
    ['a lookup', () => queryClient.fetchQuery(fieldsQuery)],
    ['a background call', () => client('GET /api/activity-fields', undefined, { background: true })],
  ])('with 403 does not change the page for %s: the caller gets the error', async (_, call) => {
    const { api } = renderShell('/analytics/search', reader);
    await screen.findByRole('button', { name: 'Log out' });
    const refusal = { status: 403, message: 'Not yours.' };
    api.answers['GET /api/activity-fields'] = refusal;
    api.answers['POST /api/permalinks'] = refusal;
    await act(() => expect(call()).rejects.toMatchObject({ status: 403, message: 'Not yours.' }));
    expect(place()).toBe('/analytics/search');
    expect(localStorage.getItem('jwt_token')).not.toBeNull();
  });

  it('with 403 does not change a page that shows earlier data', async () => {
    const { api } = renderShell('/analytics/search', reader);
    await screen.findByRole('button', { name: 'Log out' });
    api.answers['GET /api/activity-fields'] = { data: [] };
    await act(() => loadPage());
    api.answers['GET /api/activity-fields'] = { status: 403, message: 'Not yours.' };
    await act(() => loadPage());
    expect(api.callsOf('GET /api/activity-fields')).toHaveLength(2);
    expect(place()).toBe('/analytics/search');
  });

  it('ends the session if its token has expired', async () => {
    const { api, session } = renderShell('/', reader);
    await screen.findByRole('button', { name: 'Log out' });
    act(() => session.setState({ claims: { ...session.getState().claims!, exp: 1 } }));
    api.answers['GET /api/activity-fields'] = { status: 401, message: 'No.' };
    await act(() => client('GET /api/activity-fields').catch(() => {}));
    expect(await screen.findByText('Your session expired')).toBeInTheDocument();
  });

  it('ends a session that was ended elsewhere, and login returns to the page', async () => {
    const { api, user } = renderShell('/analytics/search', reader);
    await screen.findByRole('button', { name: 'Log out' });
    const message = 'Your session has ended. Please log in again.';
    api.answers['GET /api/activity-fields'] = { status: 401, message, code: 'session_ended' };
    await act(() => client('GET /api/activity-fields').catch(() => {}));
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(place()).toBe('/login');
    expect(localStorage.getItem('jwt_token')).toBeNull();
    expect(api.callsOf('POST /api/auth/logout')).toEqual([]);
    await logIn(user);
    await waitFor(() => expect(place()).toBe('/analytics/search'));
  });

  const accountChanged = {
    status: 401,
    message: 'Your account has changed.',
    code: 'session_ended',
  } as const;

  it('keeps a session when the answer to an earlier token arrives', async () => {
    const { api, session } = renderShell('/', reader);
    await screen.findByRole('button', { name: 'Log out' });
    api.answers['GET /api/activity-fields'] = accountChanged;
    const newer = `${encodePersonToken(reader)}2`;
    const early = client('GET /api/activity-fields').catch(() => {});
    act(() => session.setState({ token: newer }));
    await act(() => early);
    expect(place()).toBe('/');
    expect(session.getState().token).toBe(newer);
    await act(() => client('GET /api/activity-fields').catch(() => {}));
    expect(await screen.findByText('Your account has changed.')).toBeInTheDocument();
    expect(place()).toBe('/login');
  });

  it('leads from the error screen to the login page, and not back to the error', async () => {
    const { api, user } = renderShell('/error?statusCode=401&statusText=Unauthorized&message=No', reader);
    await screen.findByRole('button', { name: 'Log out' });
    api.answers['GET /api/activity-fields'] = accountChanged;
    await act(() => client('GET /api/activity-fields').catch(() => {}));
    expect(await screen.findByText('Your account has changed.')).toBeInTheDocument();
    await logIn(user);
    await waitFor(() => expect(place()).toBe('/'));
  });

  it('does not change the page for calls whose screen handles the error', async () => {
    const { api } = renderShell('/', admin);
    await screen.findByRole('button', { name: 'Log out' });
    api.answers['POST /api/auth/impersonate'] = { status: 403, message: 'Not this one.' };
    await act(() => client('POST /api/auth/impersonate', { body: { targetUserId: 'x' } }).catch(() => {}));
    expect(place()).toBe('/');
  });
});

it('redirects a logged-in user away from the login page', async () => {
  renderShell('/login', reader);
  await waitFor(() => expect(place()).toBe('/'));
  expect(encodePersonToken(reader)).toContain('.');
});
