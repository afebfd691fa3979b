import '@testing-library/jest-dom';
import { advance, useFakeClock, waitForResponse } from '@readerlens/ui/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { admin, client, encodePersonToken } from '../testing/people.ts';
import { renderShell, useShell } from '../testing/render-shell.tsx';
import { chatStartMs } from '../deadlines.ts';

useShell();
useFakeClock();

const launcher = () => screen.queryByRole('button', { name: 'Support' });
const message = () => screen.getByRole('textbox', { name: 'Your message' });
const stored = () => sessionStorage.getItem('readerlens.support-chat');

const openPanel = async (user: ReturnType<typeof renderShell>['user']) => {
  await advance(chatStartMs);
  await user.click(screen.getByRole('button', { name: 'Support' }));
  return screen.findByRole('dialog', { name: 'Support' });
};

describe('the start', () => {
  it('is two seconds after the page opened with a session', async () => {
    renderShell('/', client);
    await advance(chatStartMs - 1);
    expect(launcher()).not.toBeInTheDocument();
    await advance(1);
    expect(screen.getByRole('banner')).toContainElement(launcher());
    expect(chatStartMs).toBe(2000);
  });

  it('is two seconds after login', async () => {
    const { user, session } = renderShell('/login');
    await advance(10_000);
    expect(launcher()).not.toBeInTheDocument();
    await user.type(screen.getByLabelText('Email'), client.email);
    await user.type(screen.getByLabelText('Password'), 'Readerlens-1');
    await user.click(screen.getByRole('button', { name: 'Log In' }));
    await waitForResponse(() => Boolean(session.getState().claims));
    await advance(chatStartMs - 1);
    expect(screen.getByRole('button', { name: 'Log out' })).toBeInTheDocument();
    expect(launcher()).not.toBeInTheDocument();
    await advance(1);
    expect(launcher()).toBeInTheDocument();
  });

  it('does not happen on a public page, even with a session', async () => {
    renderShell('/error?statusCode=403&statusText=Forbidden&message=No', client);
    await advance(10_000);
    expect(screen.getByRole('heading', { level: 1 })).toBeInTheDocument();
    expect(launcher()).not.toBeInTheDocument();
  });
});

describe('the panel', () => {
  it('shows how to reach support, takes the focus and returns it on Escape', async () => {
    const { user } = renderShell('/', client);
    const panel = await openPanel(user);
    expect(panel).toHaveFocus();
    expect(screen.getByRole('link', { name: '555-0100' })).toHaveAttribute('href', 'tel:5550100');
    expect(screen.getByRole('link', { name: 'support@example.com' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Knowledge base (opens in a new tab)' })).toHaveAttribute(
      'href',
      'https://example.com/help',
    );
    await user.keyboard('{Escape}');
    expect(panel).not.toBeInTheDocument();
    expect(launcher()).toHaveFocus();
    expect(launcher()).toHaveAttribute('aria-expanded', 'false');
  });

  it('opens the message in the mail app, with the page it was written on', async () => {
    const { user } = renderShell('/analytics/search?view=a', client);
    await openPanel(user);
    await user.type(message(), 'Why 100% & more?{Enter}Thanks');
    const link = new URL(screen.getByRole('link', { name: 'Write email' }).getAttribute('href') ?? '');
    expect(link.protocol + link.pathname).toBe('mailto:support@example.com');
    expect(link.searchParams.get('subject')).toBe('Readerlens support');
    expect(link.searchParams.get('body')).toBe(
      'Why 100% & more?\r\nThanks\r\n\r\n--\r\nPage: /analytics/search\r\nAccount: dana@client.example',
    );
  });
});

describe('the draft', () => {
  it('survives a reload', async () => {
    sessionStorage.setItem('readerlens.support-chat', 'u1\nFirst line\nsecond');
    const { user } = renderShell('/', client);
    await openPanel(user);
    expect(message()).toHaveValue('First line\nsecond');
  });

  it('is never shown to another person', async () => {
    sessionStorage.setItem('readerlens.support-chat', 'u9\nNot for you');
    const { user } = renderShell('/', client);
    await openPanel(user);
    expect(message()).toHaveValue('');
  });

  it('stays with the administrator during impersonation', async () => {
    const { user, session } = renderShell('/', admin);
    await openPanel(user);
    await user.type(message(), 'Half a');
    const acting = encodePersonToken({
      ...client,
      impersonator: { id: admin.sub, name: admin.name, email: admin.email },
    });
    localStorage.setItem('jwt_token', acting);
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'jwt_token' })));
    await waitFor(() => expect(session.getState().claims?.sub).toBe('u1'));
    expect(message()).toHaveValue('Half a');
  });

  it('is cleared with everything else on logout', async () => {
    const { user } = renderShell('/', client);
    await openPanel(user);
    await user.type(message(), 'Secret plan');
    expect(stored()).toContain('Secret plan');
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    await screen.findByRole('button', { name: 'Log In' });
    expect(stored()).toBeNull();
    await advance(10_000);
    expect(launcher()).not.toBeInTheDocument();
  });

  it('is cleared by a logout in another tab', async () => {
    const { user } = renderShell('/', client);
    await openPanel(user);
    await user.type(message(), 'Secret plan');
    localStorage.removeItem('jwt_token');
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'jwt_token' })));
    await waitFor(() => expect(launcher()).not.toBeInTheDocument());
    expect(stored()).toBeNull();
  });
});
