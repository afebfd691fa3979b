// The set-up of all tests with a page begins each without a session, also in a group of files that share their modules.
import { sessionStore } from '@readerlens/auth';
import { signInAs, testUser } from '@readerlens/auth/testing';

it('a test signs in and leaves the session behind', () => {
  signInAs(testUser());
  expect(sessionStore.getState().user).toBeDefined();
});

it('the next test begins without it', () => {
  expect(sessionStore.getState()).toMatchObject({ token: null, claims: undefined, user: undefined });
});
