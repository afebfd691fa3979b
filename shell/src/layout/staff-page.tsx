import { useAccess } from '@readerlens/auth/react';
import { ScreenBoundary, Spinner } from '@readerlens/ui';
import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { Denied } from '../session/denied.tsx';
import { AppLayout } from './app-layout.tsx';
import { RouteAnnouncer } from './route-announcer.tsx';

/** A page of the shell for staff. It is not part of an area, so that it works even if no area does. */
export const StaffPage = ({ title, children }: { title: string; children: ReactNode }) => {
  const allowed = useAccess({ role: 'Internal' });
  if (!allowed) return <Denied />;
  return (
    <>
      <RouteAnnouncer title={title} />
      <AppLayout breadcrumb={{ group: 'Admin', title }}>
        <ScreenBoundary resetKey={title}>
          <Suspense fallback={<Spinner />}>{children}</Suspense>
        </ScreenBoundary>
      </AppLayout>
    </>
  );
};
