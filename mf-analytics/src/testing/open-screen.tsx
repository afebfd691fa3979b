import { clearSession } from '@readerlens/auth';
import { AreaContext, clearToasts } from '@readerlens/ui';
import type { AreaProps, LeaveGuard } from '@readerlens/ui';
import { renderUi } from '@readerlens/ui/testing';
import { act } from '@testing-library/react';
import type { ComponentType } from 'react';
import { RouterProvider, createMemoryRouter, parsePath } from 'react-router-dom';

const endings: (() => void)[] = [];

export interface OpenedAt {
  address: string;
  /** What the history's entry has beside the address. */
  state?: unknown;
  /** The path of the screen's route. */
  path: string;
  /** Paths of pages that are deployed; none unless told. */
  offers?: AreaProps['offers'];
}

/** Shows a screen with what the shell puts around it. */
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
  endings.push(() => {
    unmount();
    queryClient.clear();
  });
  return { router, user, guards };
};

/** Ends what a test began. */
export const closeScreens = () => {
  for (const end of endings.splice(0)) end();
  act(clearToasts);
  act(clearSession);
  sessionStorage.clear();
};
