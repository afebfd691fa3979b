import { clearSession } from '@readerlens/auth';
import { act } from '@testing-library/react';
import { RouterProvider, createMemoryRouter } from 'react-router-dom';
import type { InitialEntry, RouteObject } from 'react-router-dom';
import { AddressContext, AreaContext } from '../area/area-context.tsx';
import type { AreaValue, LeaveGuard } from '../area/area-context.tsx';
import { clearToasts } from '../components/toast.tsx';
import { renderUi } from './render-ui.tsx';

const cleanups: (() => unknown)[] = [];

/** For `closeAreas`, which calls the latest first: what a screen uses is started before it and stopped after it. */
export const onClose = (cleanup: () => unknown): void => void cleanups.unshift(cleanup);

/** Renders screens of an area in the context that the shell provides. */
export const renderArea = (
  routes: RouteObject[],
  address: InitialEntry,
  props: Partial<
    Pick<AreaValue, 'findLinks' | 'findMarks' | 'findRefusedLinks' | 'offers' | 'refreshBadges'>
  > = {},
) => {
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  const guards = new Set<LeaveGuard>();
  const area: Partial<AreaValue> = {
    ...props,
    registerGuard: (guard) => {
      guards.add(guard);
      return () => void guards.delete(guard);
    },
    navigate: (to) => void (typeof to === 'number' ? router.navigate(to) : router.navigate(to)),
  };
  const { user, queryClient, unmount } = renderUi(
    <AreaContext value={area as AreaValue}>
      <AddressContext value={() => router.state.location}>
        <RouterProvider router={router} />
      </AddressContext>
    </AreaContext>,
  );
  cleanups.unshift(() => {
    unmount();
    queryClient.clear();
  });
  return {
    router,
    user,
    queryClient,
    guards,
    /** The question that the shell would ask before the page is left. */
    leaveQuestion: () => [...guards].map((guard) => guard()).find((question) => question !== undefined),
  };
};

/** Unmounts the screens, calls what `onClose` was given, and resets global state. */
export const closeAreas = async (): Promise<void> => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
  act(clearToasts);
  act(clearSession);
  localStorage.clear();
  sessionStorage.clear();
};
