import { sessionStore } from '@readerlens/auth';
import { signInAs, testUser } from '@readerlens/auth/testing';
import { render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { RequireUser } from './session-guard.tsx';

it('does not request the user who arrives between a render and its effects', () => {
  signInAs(testUser());
  const user = testUser();
  sessionStore.setState({ user: undefined });
  const request = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('offline'));
  const Arrival = () => {
    useEffect(() => sessionStore.setState({ user }), []);
    return null;
  };
  render(
    <>
      <Arrival />
      <RequireUser>The page</RequireUser>
    </>,
  );
  expect(screen.getByText('The page')).toBeTruthy();
  expect(request).not.toHaveBeenCalled();
});
