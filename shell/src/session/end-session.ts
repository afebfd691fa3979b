import { clearSession, logout } from '@readerlens/auth';
import { createStore } from 'zustand/vanilla';
import { messages } from '../messages.ts';
import { forgetRoute, rememberRoute } from './return-route.ts';

interface LoginNotice {
  /** The text above the login form. */
  text: string | undefined;
  /** The end of the session already has its text: the guard redirects to the login screen and does not replace it. */
  handled: boolean;
}

export const loginNotice = createStore<LoginNotice>()(() => ({ text: undefined, handled: false }));

/** Called by the login screen when it mounts, so that the guard handles the next loss of a session. */
export const resetHandled = () => loginNotice.setState({ handled: false });

const end = (text: string | undefined, clear = clearSession) => {
  loginNotice.setState({ text, handled: true }, true);
  clear();
};

const currentRoute = () => location.pathname + location.search + location.hash;

/** Logs out: clears everything, including the remembered route, and ends the session on the server. */
export const signOut = () => {
  forgetRoute();
  end(undefined, logout);
};

/** The session has expired or was ended: clears the state; login returns to the route, but never to the error screen. */
export const expireSession = (text: string = messages.sessionExpired) => {
  if (!['/error', '/login'].includes(location.pathname)) rememberRoute(currentRoute());
  end(text);
};

/** The user may not see a route: forgets the route, because returning the same user to it would loop. */
export const denySession = () => {
  forgetRoute();
  end(messages.insufficientPrivileges);
};

/** An invalid link or a failed password change: clears the state and shows the message. */
export const rejectSession = (message: string) => end(message);

/**
 * A protected route was requested without a session. A plain visit to '/' shows no message; any other route suggests an
 * earlier session, so the login screen says that it expired.
 */
export const noteMissingSession = (route = currentRoute()) => {
  if (loginNotice.getState().handled) return;
  rememberRoute(route);
  loginNotice.setState({ text: route === '/' ? undefined : messages.sessionExpired, handled: true });
};
