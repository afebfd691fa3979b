import { clearSession } from '@readerlens/auth';
import { AreaContext, clearToasts } from '@readerlens/ui';
import type { AreaProps, LeaveGuard } from '@readerlens/ui';
import { renderUi } from '@readerlens/ui/testing';
import { act } from '@testing-library/react';
import type { ComponentType } from 'react';
import { RouterProvider, createMemoryRouter, parsePath } from 'react-router-dom';

const cleanups: (() => void)[] = [];

export interface OpenedAt {
  address: string;
  /** State of the history entry. */
  state?: unknown;
  /** The path of the screen's route. */
  path: string;
  /** Tells which pages are deployed; none by default. */
  offers?: AreaProps['offers'];
}

/** Renders a screen in the context that the shell provides. */
export const openScreen = (Component: ComponentType, { address, state, path, offers }: OpenedAt) => {
  const guards = new Set<LeaveGuard>();
  const area: Pick<AreaProps, 'offers' | 'registerGuard'> = {
    offers,
    registerGuard: (guard) => {
      guards.add(guard);
      return () => guards.delete(guard);
    },
  };
  const router = createMemoryRouter(
    [
      { path, Component },
      { path: '*', element: <h1>Elsewhere</h1> },
    ],
    { initialEntries: [{ ...parsePath(address), state }] },
  );
  const { user, queryClient, unmount } = renderUi(
    <AreaContext value={area as AreaProps}>
      <RouterProvider router={router} />
    </AreaContext>,
  );
  cleanups.push(() => {
    unmount();
    queryClient.clear();
  });
  return { router, user, guards };
};

/** Unmounts all screens and resets global state. */
export const closeScreens = () => {
  for (const cleanup of cleanups.splice(0)) cleanup();
  act(clearToasts);
  act(clearSession);
  sessionStorage.clear();
};
