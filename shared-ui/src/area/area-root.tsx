import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { NavigationType, Router, createPath, useRoutes } from 'react-router-dom';
import type { Navigator, RouteObject } from 'react-router-dom';
import { Skeleton } from '../components/states.tsx';
import { SlowLoading } from '../components/slow-loading.tsx';
import { Stack } from '../components/layout.ts';
import { AreaProvider } from '../theme/providers.tsx';
import { AddressContext, AreaContext } from './area-context.tsx';
import type { AreaProps } from './area-context.tsx';
import { NotFound } from './not-found.tsx';
import { createQueryClient } from './query-client.ts';
import { ScreenBoundary } from './screen-boundary.tsx';

/** The shell owns the history; navigation of the area's router goes through it. */
const navigatorOver = (navigate: AreaProps['navigate']): Navigator => ({
  createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
  go: (delta) => navigate(delta),
  push: (to, state) => navigate(typeof to === 'string' ? to : createPath(to), { state }),
  replace: (to, state) => navigate(typeof to === 'string' ? to : createPath(to), { replace: true, state }),
});

const addressOfPage = () => window.location;

/** Inside the same Suspense as the screens: its effect runs once the first screen has rendered. */
export const Ready = ({ onReady }: { onReady: () => void }) => {
  useEffect(onReady, [onReady]);
  return null;
};

const Loading = () => (
  <Stack gap="4" as="output" aria-busy="true" aria-label="Loading">
    <Skeleton height="28px" width="240px" />
    <Skeleton height="120px" />
    <Skeleton height="280px" />
  </Stack>
);

const Screens = ({ routes, onReady }: { routes: RouteObject[]; onReady: () => void }) => {
  const screen = useRoutes(routes);
  return (
    <Suspense
      fallback={
        <SlowLoading name="This page" onRetry={() => window.location.reload()}>
          <Loading />
        </SlowLoading>
      }
    >
      {/* The registry may list routes that this version of the area does not have yet. */}
      {screen ?? <NotFound />}
      <Ready onReady={onReady} />
    </Suspense>
  );
};

/** What surrounds everything that an area shows: the shell's props, theme, query cache and router. */
export const AreaSurroundings = ({
  // Not for screens: what they leave in memory would keep all content of the area.
  domElement: _domElement,
  children,
  ...props
}: AreaProps & { children: ReactNode }) => {
  const { basename, location, navigate, queryClient } = props;
  // Used when the shell passes no query cache.
  const [fallbackClient] = useState(() => createQueryClient());
  const navigator = useMemo(() => navigatorOver(navigate), [navigate]);
  return (
    <AreaContext value={props}>
      <AreaProvider>
        <QueryClientProvider client={queryClient ?? fallbackClient}>
          <AddressContext value={addressOfPage}>
            <Router
              basename={basename}
              location={location}
              navigationType={NavigationType.Push}
              navigator={navigator}
            >
              {children}
            </Router>
          </AddressContext>
        </QueryClientProvider>
      </AreaProvider>
    </AreaContext>
  );
};

/** The root of an area: its surroundings and an error boundary around its screens. */
export const AreaRoot = ({ routes, ...props }: AreaProps & { routes: RouteObject[] }) => {
  const { location, onReady, onError } = props;
  const [ready] = useState(() => () => onReady());
  return (
    <AreaSurroundings {...props}>
      <ScreenBoundary resetKey={location.pathname} onError={onError}>
        <Screens routes={routes} onReady={ready} />
      </ScreenBoundary>
    </AreaSurroundings>
  );
};
