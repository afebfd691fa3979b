import '@testing-library/jest-dom';
import { screen, waitFor } from '@testing-library/react';
import { signInRefusals } from '@readerlens/contract/session';
import { config } from '../config.ts';
import { client } from '../testing/people.ts';
import { renderShell, tokenResponse, useShell } from '../testing/render-shell.tsx';

useShell();

const place = () => location.pathname + location.search;
const provider = 'Example ID';
const former = config.signIn;
beforeEach(() => {
  config.signIn = { password: true, provider };
});
afterEach(() => {
  config.signIn = former;
});

const button = () => screen.findByRole('link', { name: `Sign in with ${provider}` });
const buildStartPath = (returnTo: string) => `/api/auth/oidc/start?${new URLSearchParams({ returnTo })}`;

describe('the login page', () => {
  it('offers the provider next to the password', async () => {
    renderShell('/login');
    expect(await button()).toHaveAttribute('href', buildStartPath('/'));
    expect(screen.getByLabelText('Password')).toBeInTheDocument();
  });

  it('asks the provider to lead back to the requested page', async () => {
    renderShell('/documents?view=list');
    expect(await button()).toHaveAttribute('href', buildStartPath('/documents?view=list'));
    expect(place()).toBe('/login');
  });

  it('keeps a very long path in the tab', async () => {
    renderShell(`/documents?f=${'x'.repeat(1500)}`);
    expect(await button()).toHaveAttribute('href', '/api/auth/oidc/start');
  });

  it('offers no passwords if they are turned off', async () => {
    config.signIn = { password: false, provider };
    renderShell('/login');
    await button();
    expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Forgot Password' })).not.toBeInTheDocument();
  });

  it('offers no provider if there is none', async () => {
    config.signIn = { password: true, provider: undefined };
    renderShell('/login');
    await screen.findByLabelText('Password');
    expect(screen.queryByRole('link', { name: /Sign in with/ })).not.toBeInTheDocument();
  });

  it.each(signInRefusals)('says why a sign-in was refused: %s', async (refused) => {
    renderShell(`/login?refused=${refused}`);
    expect((await screen.findByRole('alert')).textContent).toMatch(/^[A-Z].{20,}\.$/);
  });

  it('shows nothing for an unknown reason', async () => {
    renderShell('/login?refused=toString');
    await button();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('after the sign-in at the provider', () => {
  const answer = (returnTo: string) => {
    const { data } = tokenResponse(client);
    return { data: { ...data, returnTo }, top: { ...data, returnTo } };
  };

  it.each([
    ['/welcome?a=1', undefined, '/welcome?a=1'],
    ['/', '/remembered', '/remembered'],
    ['//evil.example/', undefined, '/'],
  ])('opens the page that was asked for: %s, remembered %s', async (returnTo, remembered, expected) => {
    if (remembered) sessionStorage.setItem('readerlens.return-route', remembered);
    const { api, session } = renderShell('/login/provider');
    api.answers['POST /api/auth/oidc/token'] = answer(returnTo);
    await waitFor(() => expect(session.getState().claims?.sub).toBe(client.sub));
    await waitFor(() => expect(place()).toBe(expected));
    expect(api.callsOf('POST /api/auth/oidc/token')).toHaveLength(1);
    expect(sessionStorage.getItem('readerlens.return-route')).toBeNull();
  });

  it('returns to the login page with the message of the server', async () => {
    const { api } = renderShell('/login/provider');
    const message = 'This sign-in has ended. Please sign in again.';
    api.answers['POST /api/auth/oidc/token'] = { status: 401, message };
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(place()).toBe('/login');
  });
});

describe('a link to register, without passwords', () => {
  it('leads to the provider and to its page', async () => {
    config.signIn = { password: false, provider };
    const { api } = renderShell('/register/t1?redirect=/onboarding/7/0');
    api.answers['GET /api/verify-registration-token/t1'] = { data: { hasPassword: false } };
    expect(await button()).toHaveAttribute('href', buildStartPath('/onboarding/7/0'));
    expect(screen.getByRole('heading', { name: 'Complete Registration' })).toBeInTheDocument();
    expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
  });
});
