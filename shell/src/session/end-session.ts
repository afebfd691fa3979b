import { clearSession } from '@readerlens/auth';
import { createStore } from 'zustand/vanilla';
import { messages } from '../messages.ts';
import { forgetRoute, rememberRoute } from './return-route.ts';

interface LoginNotice {
  /** What the login screen says above the form. */
  text: string | undefined;
  /** The session was ended on purpose just now: the guard leads to the login screen and adds nothing. */
  settled: boolean;
}

export const loginNotice = createStore<LoginNotice>()(() => ({ text: undefined, settled: false }));

/** Called by the login screen when it shows, so that the next loss of a session is handled again. */
export const settleNotice = () => loginNotice.setState({ settled: false });

const end = (text: string | undefined) => {
  loginNotice.setState({ text, settled: true }, true);
  clearSession();
};

const currentRoute = () => location.pathname + location.search + location.hash;

/** Log out: everything is forgotten, the route as well. */
export const signOut = () => {
  forgetRoute();
  end(undefined);
};

/** The session ran out: state is cleared, login returns to the route. */
export const expireSession = (route = currentRoute()) => {
  rememberRoute(route);
  end(messages.sessionExpired);
};

/** The user may not see a route: its address is forgotten, or the same user would be sent in a circle. */
export const denySession = () => {
  forgetRoute();
  end(messages.insufficientPrivileges);
};

/** A link or an answer that is not good: state is cleared with the message. */
export const rejectSession = (message: string) => end(message);

/**
 * A protected route was asked for without any session. A first plain visit to '/' says nothing;
 * otherwise a page preceded, and the person hears why they are asked to log in.
 */
export const missSession = (route = currentRoute()) => {
  if (loginNotice.getState().settled) return;
  rememberRoute(route);
  loginNotice.setState({ text: route === '/' ? undefined : messages.sessionExpired, settled: true });
};
