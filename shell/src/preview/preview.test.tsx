import '@testing-library/jest-dom';
import { clearSession, storeTokens } from '@readerlens/auth';
import { advance, startFakeClock, waitForResponse } from '@readerlens/ui/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { previewCheckMs } from '../deadlines.ts';
import { refreshRegistry, registryStore, setRegistryOverride } from '../host/index.ts';
import { registerGuard } from '../host/leave-guards.ts';
import { admin, client, encodePersonToken } from '../testing/people.ts';
import type { Person } from '../testing/people.ts';
import { entry, testRegistry } from '../testing/registry.ts';
import { renderShell, useShell } from '../testing/render-shell.tsx';
import { computeIntegrity, buildManifest, startStagedServer } from '../testing/staged-server.ts';
import { page } from './end-preview.ts';
import { previewStore, setPreview } from './preview-store.ts';
import { startPreview } from './start-preview.ts';

useShell();

const tokenKey = 'readerlens.preview';
const reload = jest.fn();
let stage: Awaited<ReturnType<typeof startStagedServer>>;
let stop = () => {};

const minutes = (count: number) => new Date(Date.now() + count * 60_000);
const signed = (more: object = {}) => ({
  data: {
    area: 'analytics',
    version: 'staged1',
    manifest: `${stage.base}area.json`,
    integrity: computeIntegrity(stage.reply.body),
    expiresAt: minutes(30).toISOString(),
    ...more,
  },
});

/** Opens the page at an address; the server serves the test registry. */
const open = async (path: string, person?: Person, answer: object = signed()) => {
  if (person) storeTokens({ token: encodePersonToken(person) });
  history.replaceState(null, '', path);
  const starting = startPreview();
  const address = location.pathname + location.search + location.hash;
  const shell = renderShell(address);
  shell.api.answers['GET /registry.json'] = { top: { ...testRegistry } };
  shell.api.answers['POST /api/areas/preview'] = answer;
  await act(async () => {
    await refreshRegistry();
    stop = await starting;
  });
  return shell;
};
const statusText = (text: string | RegExp) => screen.findByText(text, { selector: '[role="status"] *' });
/** The banner with a text. */
const banner = async (text: string | RegExp) =>
  within((await statusText(text)).closest<HTMLElement>('[role="status"]')!);
const versions = () => {
  const state = registryStore.getState();
  return state.status === 'ready' ? state.registry.areas.map(({ id, version }) => `${id} ${version}`) : [];
};

beforeEach(async () => {
  page.reload = reload;
  stage = await startStagedServer();
});
afterEach(async () => {
  stop();
  setRegistryOverride(undefined);
  setPreview({ status: 'none' });
  reload.mockReset();
  await stage.close();
});

it('removes the token from the address at once and keeps the rest', async () => {
  await open('/analytics/search?a=x:1&preview=tok.en&f=Clients:c1,c2#part', client);
  expect(location.pathname + location.search + location.hash).toBe(
    '/analytics/search?a=x:1&f=Clients:c1,c2#part',
  );
  expect(sessionStorage.getItem(tokenKey)).toBe('tok.en');
});

it('shows the staged version instead of the deployed one, with a banner', async () => {
  const { api } = await open('/?preview=tok.en', admin);
  await banner(/^Preview of Analytics, version staged1, until (\w+ \d+, )?\d\d:\d\d$/);
  expect(api.callsOf('POST /api/areas/preview')).toMatchObject([{ body: { token: 'tok.en' } }]);
  expect(await screen.findByRole('link', { name: 'Staged Overview' })).toBeInTheDocument();
  expect(versions()).toEqual(['analytics staged1']);
  // A deploy in the meantime changes the stored registry, not the preview.
  const areas = testRegistry.areas.map((area) => ({ ...area, version: 'deployed2' }));
  api.answers['GET /registry.json'] = { top: { areas } };
  await act(refreshRegistry);
  expect(versions()).toEqual(['analytics staged1']);
  expect(localStorage.getItem('readerlens.registry')).toContain('deployed2');
  expect(localStorage.getItem('readerlens.registry')).not.toContain('staged1');
});

it('shows a new area beside the others', async () => {
  const navigation = [entry('Alerts', 'Alerts', '/alerts')];
  stage.reply = { body: JSON.stringify(buildManifest({ id: 'alerts', navigation })) };
  await open('/?preview=tok.en', client, signed({ area: 'alerts' }));
  await waitFor(() => expect(versions()).toEqual(['analytics 1', 'alerts staged1']));
  expect(await screen.findByRole('link', { name: 'Alerts' })).toBeInTheDocument();
});

it('waits for the response before it shows an area', async () => {
  stage.reply = { ...stage.reply, hangs: true };
  await open('/?preview=tok.en', client);
  expect(await screen.findByRole('status', { name: 'Loading the preview' })).toBeInTheDocument();
  expect(document.querySelector('[data-area]')).toBeNull();
  stop();
  act(() => setPreview({ status: 'none' }));
  await waitFor(() => expect(document.querySelector('[data-area]')).not.toBeNull());
});

it('survives a reload and waits for the login', async () => {
  sessionStorage.setItem(tokenKey, 'tok.en');
  const { user, api } = await open('/');
  await user.type(await screen.findByLabelText('Email'), 'dana@client.example');
  expect(api.callsOf('POST /api/areas/preview')).toHaveLength(0);
  await user.type(screen.getByLabelText('Password'), 'secret');
  await user.click(screen.getByRole('button', { name: 'Log In' }));
  await banner(/^Preview of Analytics/);
});

it('ends at logout, and is verified for the next user', async () => {
  const { api } = await open('/?preview=tok.en', client);
  await banner(/^Preview of Analytics/);
  act(() => clearSession());
  expect(versions()).toEqual(['analytics 1']);
  expect(screen.queryByText(/^Preview of/)).not.toBeInTheDocument();
  api.answers['POST /api/areas/preview'] = { status: 403, message: 'Not for you.' };
  act(() => storeTokens({ token: encodePersonToken(admin) }));
  await waitFor(() => expect(previewStore.getState()).toMatchObject({ status: 'failed' }));
  expect(api.callsOf('POST /api/areas/preview')).toHaveLength(2);
  expect(versions()).toEqual(['analytics 1']);
});

it('does not apply to other tabs', async () => {
  const { api } = await open('/', client);
  await screen.findByRole('button', { name: 'Log out' });
  expect(api.callsOf('POST /api/areas/preview')).toHaveLength(0);
  expect(previewStore.getState()).toEqual({ status: 'none' });
});

describe('a preview that cannot be shown', () => {
  const refused = { status: 403, message: 'Previews from https://x.example are not allowed here.' };

  it('keeps the deployed version, shows the reason, and can be retried', async () => {
    const { user } = await open('/?preview=tok.en', client, refused);
    const shown = await banner(`The preview cannot be shown. ${refused.message}`);
    expect(location.pathname).toBe('/');
    expect(versions()).toEqual(['analytics 1']);
    await user.click(shown.getByRole('button', { name: 'Try again' }));
    expect(reload).toHaveBeenCalledTimes(1);
    expect(sessionStorage.getItem(tokenKey)).toBe('tok.en');
  });

  it('shows a plain message for a malformed link', async () => {
    await open('/?preview=tok.en', client, {
      status: 400,
      code: 'invalid_input',
      message: 'token must not have more than 4000 characters',
    });
    const text = 'The preview cannot be shown. This preview link is not valid.';
    expect(await statusText(text)).toBeInTheDocument();
  });

  it('can be ended without a reload', async () => {
    const { user } = await open('/?preview=tok.en', client, refused);
    await user.click(await screen.findByRole('button', { name: 'End preview' }));
    expect(screen.queryByText(/The preview cannot be shown/)).not.toBeInTheDocument();
    expect(sessionStorage.getItem(tokenKey)).toBeNull();
    expect(reload).not.toHaveBeenCalled();
  });
});

describe('the end', () => {
  it('happens on request', async () => {
    const { user } = await open('/?preview=tok.en', client);
    await user.click(await screen.findByRole('button', { name: 'End preview' }));
    expect(sessionStorage.getItem(tokenKey)).toBeNull();
    expect(versions()).toEqual(['analytics 1']);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  /** Opens a preview that expires, and the check after that. */
  const expire = async () => {
    startFakeClock();
    await open('/?preview=tok.en', client, signed({ expiresAt: minutes(30).toISOString() }));
    const shown = () => screen.queryByText(/^Preview of Analytics/);
    await waitForResponse(() => shown() !== null);
    await advance(30 * 60_000 - 1);
    expect(shown()).toBeInTheDocument();
    await advance(previewCheckMs);
    expect(shown()).not.toBeInTheDocument();
  };
  afterEach(() => jest.useRealTimers());

  it('happens on expiry, and the next page shows a notice', async () => {
    await expire();
    expect(reload).toHaveBeenCalledTimes(1);
    expect(sessionStorage.getItem(tokenKey)).toBeNull();
    await act(async () => void (await startPreview()));
    expect(await screen.findByText('The preview of Analytics has ended.')).toBeInTheDocument();
  });

  it('waits while there is unsaved work', async () => {
    const release = registerGuard(() => 'You have unsaved changes');
    await expire();
    expect(screen.getByText(/^The preview has ended/)).toBeInTheDocument();
    release();
    expect(reload).not.toHaveBeenCalled();
    expect(versions()).toEqual(['analytics 1']);
    expect(sessionStorage.getItem(tokenKey)).toBeNull();
    act(() => screen.getByRole('button', { name: 'Reload' }).click());
    expect(reload).toHaveBeenCalledTimes(1);
  });
});

describe('acting as another user', () => {
  const acting = {
    token: encodePersonToken(client),
    impersonated: encodePersonToken(client),
    originalAdmin: encodePersonToken(admin),
  };

  it('ends the preview', async () => {
    await open('/?preview=tok.en', admin);
    await banner(/^Preview of Analytics/);
    act(() => storeTokens(acting));
    expect(reload).toHaveBeenCalledTimes(1);
    expect(versions()).toEqual(['analytics 1']);
    expect(sessionStorage.getItem(tokenKey)).toBeNull();
    await act(async () => void (await startPreview()));
    expect(
      await screen.findByText(
        'The preview has ended: previews are not available while you act as another user.',
      ),
    ).toBeInTheDocument();
  });

  it('allows no previews', async () => {
    storeTokens(acting);
    const { api, user } = await open('/?preview=tok.en');
    const shown = await banner(
      'The preview cannot be shown. Previews are not available while you act as another user.',
    );
    expect(api.callsOf('POST /api/areas/preview')).toHaveLength(0);
    expect(sessionStorage.getItem(tokenKey)).toBeNull();
    expect(shown.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    await user.click(shown.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText(/The preview cannot be shown/)).not.toBeInTheDocument();
  });
});
