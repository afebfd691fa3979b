import { clearSession, sessionStore, storeTokens } from '@readerlens/auth';
import { startFakeApi } from '@readerlens/auth/testing';
import { clearToasts } from '@readerlens/ui';
import { setUpUser } from '@readerlens/ui/testing';
import { cleanup, render } from '@testing-library/react';
import { App } from '../app.tsx';
import { registryStore } from '../host/index.ts';
import { queryClient } from '../session/query-client.ts';
import { loginNotice } from '../session/end-session.ts';
import { readBearer, client, buildSession, encodePersonToken } from './people.ts';
import type { Person } from './people.ts';
import { testRegistry } from './registry.ts';

const tokenResponse = (person: Person) => {
  const token = encodePersonToken(person);
  return { data: { token, hmac: 'h' }, top: { token, hmac: 'h' } };
};

/** Simulates a wide window with room for the sidebar, or a phone. */
export const setWidth = (wide: boolean) => {
  jest.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        media,
        matches: media.includes('min-width') && wide,
        addEventListener() {},
        removeEventListener() {},
      }) as unknown as MediaQueryList,
  );
};

let api: Awaited<ReturnType<typeof startFakeApi>>;

/** For a test file: a server per test, and a page without a session. */
export const useShell = () => {
  beforeEach(async () => {
    setWidth(true);
    api = await startFakeApi({
      'POST /api/auth': tokenResponse(client),
      'GET /api/session': ({ headers }) => ({ data: buildSession(readBearer(headers)) }),
      'GET /api/reset-auth-token': ({ headers }) =>
        tokenResponse({ ...readBearer(headers), expiresIn: 3600 }),
      'POST /api/log/error': {},
    });
  });
  afterEach(async () => {
    cleanup();
    clearSession();
    queryClient.clear();
    clearToasts();
    loginNotice.setState({ text: undefined, handled: false });
    sessionStorage.clear();
    localStorage.clear();
    await api.stop();
  });
};

/** Renders the whole shell at an address, with the session of a person if given. */
export const renderShell = (path: string, person?: Person) => {
  if (person) storeTokens({ token: encodePersonToken(person) });
  registryStore.setState({ status: 'ready', registry: testRegistry, stale: false, invalid: [] }, true);
  history.replaceState(null, '', path);
  const user = setUpUser();
  render(<App />);
  return { api, user, session: sessionStore };
};

export { tokenResponse };
