import { clearSession, sessionStore, storeTokens } from '@readerlens/auth';
import { startFakeApi } from '@readerlens/auth/testing';
import { clearToasts } from '@readerlens/ui';
import { cleanup, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from '../app.tsx';
import { registryStore } from '../host/index.ts';
import { queryClient } from '../session/query-client.ts';
import { loginNotice } from '../session/end-session.ts';
import { bearerOf, client, sessionOf, tokenOf } from './people.ts';
import type { Person } from './people.ts';
import { testRegistry } from './registry.ts';

const tokenAnswer = (person: Person) => {
  const token = tokenOf(person);
  return { data: { token, hmac: 'h' }, top: { token, hmac: 'h' } };
};

/** The window of the page: with room for the sidebar, or a phone's. */
export const setWidth = (wide: boolean) => {
  window.matchMedia = (media) =>
    ({
      media,
      matches: media.includes('min-width') && wide,
      addEventListener() {},
      removeEventListener() {},
    }) as unknown as MediaQueryList;
};

let api: Awaited<ReturnType<typeof startFakeApi>>;

/** For a test file: a server per test, and a page that starts without a session. */
export const useShell = () => {
  beforeEach(async () => {
    setWidth(true);
    api = await startFakeApi({
      'POST /api/auth': tokenAnswer(client),
      'GET /api/session': ({ headers }) => ({ data: sessionOf(bearerOf(headers)) }),
      'GET /api/reset-auth-token': ({ headers }) => tokenAnswer({ ...bearerOf(headers), lives: 3600 }),
      'POST /api/log/error': {},
    });
  });
  afterEach(async () => {
    cleanup();
    clearSession();
    queryClient.clear();
    clearToasts();
    loginNotice.setState({ text: undefined, settled: false });
    sessionStorage.clear();
    localStorage.clear();
    await api.stop();
  });
};

/** The whole shell on an address, with the session of a person if one is given. */
export const renderShell = (path: string, person?: Person) => {
  if (person) storeTokens({ token: tokenOf(person) });
  registryStore.setState({ status: 'ready', registry: testRegistry, stale: false }, true);
  history.replaceState(null, '', path);
  const user = userEvent.setup();
  render(<App />);
  return { api, user, session: sessionStore };
};

export { tokenAnswer };
