import { useAccess } from '@readerlens/auth/react';
import { ScreenBoundary, Spinner, lazyScreen } from '@readerlens/ui';
import { Suspense } from 'react';
import { AppLayout } from '../layout/app-layout.tsx';
import { RouteAnnouncer } from '../layout/route-announcer.tsx';
import { Denied } from '../session/denied.tsx';

const title = 'Area Health';

const Screen = lazyScreen(() =>
  import(/* webpackChunkName: "area-health" */ './area-health.screen.tsx').then(
    ({ AreaHealthScreen }) => AreaHealthScreen,
  ),
);

/** For staff. Part of the shell, so that it works even if no area does. */
export const AreaHealthRoute = () => {
  const allowed = useAccess({ role: 'Internal' });
  if (!allowed) return <Denied />;
  return (
    <>
      <RouteAnnouncer title={title} />
      <AppLayout breadcrumb={{ group: 'Admin', title }}>
        <ScreenBoundary resetKey={title}>
          <Suspense fallback={<Spinner />}>
            <Screen />
          </Suspense>
        </ScreenBoundary>
      </AppLayout>
    </>
  );
};
