import '@testing-library/jest-dom';
import { advance, startFakeClock, waitForResponse } from '@readerlens/ui/testing';
import { screen, waitFor } from '@testing-library/react';
import { client } from '../testing/people.ts';
import { renderShell, tokenResponse, useShell } from '../testing/render-shell.tsx';

useShell();

const place = () => location.pathname + location.search;
const verified = (hasPassword: boolean) => ({ data: { hasPassword } });

describe('login', () => {
  it('asks for a valid e-mail address and a password', async () => {
    const { user, api } = renderShell('/login');
    await user.click(await screen.findByRole('button', { name: 'Log In' }));
    expect(await screen.findByText('Email Is Required')).toBeInTheDocument();
    expect(screen.getByText('Password Is Required')).toBeInTheDocument();
    await user.type(screen.getByLabelText('Email'), 'dana@');
    expect(await screen.findByText('Invalid Email Address')).toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toBeInvalid();
    expect(api.callsOf('POST /api/auth')).toHaveLength(0);
  });

  it("shows the server's message and a toast for wrong credentials", async () => {
    const { user, api } = renderShell('/login');
    api.answers['POST /api/auth'] = { status: 401, message: 'Two tries are left.' };
    await user.type(await screen.findByLabelText('Email'), 'dana@client.example');
    await user.type(screen.getByLabelText('Password'), 'wrong{Enter}');
    expect(await screen.findByText('Two tries are left.')).toBeInTheDocument();
    const toast = await screen.findByText('Invalid username or password');
    expect(toast.closest('[role="alert"]')?.querySelector('button')).toBeNull();
    expect(screen.getByLabelText('Email')).toHaveValue('dana@client.example');
  });

  it('shows a generic message for every other failure', async () => {
    const { user, api } = renderShell('/login');
    api.answers['POST /api/auth'] = { status: 503, message: 'db down' };
    await user.type(await screen.findByLabelText('Email'), 'dana@client.example');
    await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
    const text = 'We are currently experiencing problems with your account, please try again later.';
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.queryByText(/db down/)).not.toBeInTheDocument();
  });

  it('shows the password on request and how to reach support', async () => {
    const { user } = renderShell('/login');
    await user.type(await screen.findByLabelText('Password'), 'secret');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Need help?' }));
    expect(screen.getByRole('link', { name: '555-0100' })).toHaveAttribute('href', 'tel:5550100');
    expect(screen.getByRole('link', { name: 'Forgot Password' })).toHaveAttribute('href', '/forgot-password');
    expect(screen.getByRole('link', { name: 'Terms' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Privacy' })).toBeInTheDocument();
  });
});

describe('setting a password', () => {
  afterEach(() => jest.useRealTimers());

  const fill = async (user: ReturnType<typeof renderShell>['user'], password: string, confirm: string) => {
    await user.type(await screen.findByLabelText('Password'), password);
    await user.type(screen.getByLabelText('Confirm Password'), confirm);
    await user.click(screen.getByRole('button', { name: 'Submit' }));
  };

  it('rejects passwords that differ, but not weak ones', async () => {
    const { user, api } = renderShell('/set-password/t1');
    api.answers['GET /api/verify-registration-token/t1'] = verified(true);
    api.answers['POST /api/set-password/from-token'] = tokenResponse(client);
    await fill(user, 'weak', 'week');
    expect(await screen.findByText('Password not matching')).toBeInTheDocument();
    expect(screen.getByText('At least one lowercase').closest('li')).toHaveTextContent('done');
    expect(screen.getByText('Minimum 8 characters').closest('li')).not.toHaveTextContent('done');
    await user.clear(screen.getByLabelText('Confirm Password'));
    await user.type(screen.getByLabelText('Confirm Password'), 'weak');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await screen.findByRole('heading', { name: 'Password reset successfully.' });
    expect(api.callsOf('POST /api/set-password/from-token')[0]?.body).toEqual({
      token: 't1',
      password: 'weak',
    });
  });

  it('signs in and leaves the success card after six seconds', async () => {
    const { user, api, session } = renderShell('/register/t2?redirect=/welcome');
    api.answers['GET /api/verify-registration-token/t2'] = verified(false);
    let send = () => {};
    const sent = new Promise<void>((resolve) => {
      send = resolve;
    });
    api.answers['POST /api/set-password/from-token'] = { ...tokenResponse(client), after: sent };
    await fill(user, 'Secret123', 'Secret123');
    await waitFor(() => expect(api.callsOf('POST /api/set-password/from-token')).toHaveLength(1));
    startFakeClock();
    send();
    const success = () => screen.queryByRole('heading', { name: 'Password set successfully.' });
    await waitForResponse(() => success() !== null);
    expect(session.getState().claims?.sub).toBe(client.sub);
    expect(api.callsOf('POST /api/set-password/from-token')[0]?.body).toMatchObject({
      isRegistration: true,
    });
    await advance(5999);
    expect(success()).toBeInTheDocument();
    expect(place()).toContain('/register/t2');
    await advance(1);
    expect(place()).toBe('/welcome');
    jest.useRealTimers();
    expect(await screen.findByText('There is no page at this address.')).toBeInTheDocument();
  });

  it("redirects to login with the server's message if the link is invalid", async () => {
    const { api } = renderShell('/set-password/old', client);
    api.answers['GET /api/verify-registration-token/old'] = {
      status: 400,
      message: 'This link has expired.',
    };
    expect(await screen.findByText('This link has expired.')).toBeInTheDocument();
    expect(place()).toBe('/login');
    expect(localStorage.getItem('jwt_token')).toBeNull();
  });

  it("redirects to login with the server's message if the password is rejected", async () => {
    const { user, api } = renderShell('/set-password/t3');
    api.answers['GET /api/verify-registration-token/t3'] = verified(true);
    api.answers['POST /api/set-password/from-token'] = { status: 400, message: 'The link was used already.' };
    await fill(user, 'Secret123', 'Secret123');
    await waitFor(() => expect(place()).toBe('/login'));
    await waitFor(() => expect(screen.getAllByText('The link was used already.')).toHaveLength(2));
  });

  it.each([
    ['/register/t4', '/login'],
    ['/register/t4?redirect=/onboarding/7/0', '/onboarding/7/0'],
    ['/register/t4?redirect=//evil.example/x', '/login'],
  ])('redirects a registered user from %s to %s', async (path, target) => {
    const { api } = renderShell(path, client);
    api.answers['GET /api/verify-registration-token/t4'] = verified(true);
    await waitFor(() => expect(place() === target || place() === '/').toBe(true));
    expect(location.origin).toBe('http://localhost');
  });
});

describe('a forgotten password', () => {
  it('is reset by e-mail address', async () => {
    const { user, api } = renderShell('/forgot-password');
    api.answers['POST /api/forgot-password'] = {};
    await user.click(await screen.findByRole('button', { name: 'Submit' }));
    expect(await screen.findByText('Email Is Required')).toBeInTheDocument();
    await user.type(screen.getByLabelText('Email'), 'dana@client.example{Enter}');
    const sent = 'A reset password link has been sent to dana@client.example';
    expect(await screen.findByRole('heading', { name: sent })).toBeInTheDocument();
    expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to log in' })).toHaveAttribute('href', '/login');
  });

  it('keeps the form if the call fails', async () => {
    const { user, api } = renderShell('/forgot-password');
    api.answers['POST /api/forgot-password'] = { status: 503, message: 'The mail cannot be sent now.' };
    await user.type(await screen.findByLabelText('Email'), 'dana@client.example{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('The mail cannot be sent now.');
    expect(screen.getByLabelText('Email')).toHaveValue('dana@client.example');
  });
});

describe('the error screen', () => {
  it.each([
    ['404', '404 Not Found'],
    ['403', 'You do not have permission to access the requested resource!'],
    ['500', 'An unexpected error occurred'],
  ])('has its text for %s', async (code, text) => {
    renderShell(`/error?statusCode=${code}&statusText=So&message=%3Cb%3Ewhy%3C%2Fb%3E`);
    expect(await screen.findByRole('heading', { name: text })).toBeInTheDocument();
    expect(screen.getByText(`${code} So`)).toBeInTheDocument();
    expect(screen.getByText('<b>why</b>')).toBeInTheDocument();
  });
});
