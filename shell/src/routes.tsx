import { Outlet } from 'react-router-dom';
import type { RouteObject } from 'react-router-dom';
import { AreaHealthRoute } from './area-health/area-health.route.tsx';
import { AreaRoutes } from './area-routes.tsx';
import { RouteError } from './errors/route-error.tsx';
import { LeaveQuestion } from './layout/leave-question.tsx';
import { OperationsRoute } from './operations/operations.route.tsx';
import { ErrorPage } from './pages/error.page.tsx';
import { ForgotPasswordPage } from './pages/forgot-password.page.tsx';
import { LoginPage } from './pages/login.page.tsx';
import { RegisterPage, SetPasswordPage } from './pages/password.pages.tsx';
import { ProviderSignInPage } from './pages/provider-sign-in.page.tsx';
import { PublicLayout } from './pages/public-layout.tsx';
import { PermalinkRoute } from './permalink/permalink.route.tsx';
import { UnsubscribePage } from './pages/unsubscribe.page.tsx';
import { PreviewGate } from './layout/preview-gate.tsx';
import { RequireSession } from './session/session-guard.tsx';
import { SessionWatch } from './session/session-watch.tsx';

const Root = () => (
  <>
    <LeaveQuestion />
    <SessionWatch />
    <Outlet />
  </>
);

/** The page's only routes: a few pages of the shell itself; all other paths need a session and belong to an area. */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteError />,
    children: [
      {
        element: <PublicLayout />,
        children: [
          { path: '/login', element: <LoginPage /> },
          { path: '/login/provider', element: <ProviderSignInPage /> },
          { path: '/set-password/:token', element: <SetPasswordPage /> },
          { path: '/register/:token', element: <RegisterPage /> },
          { path: '/forgot-password', element: <ForgotPasswordPage /> },
          { path: '/unsubscribe/:token', element: <UnsubscribePage /> },
          { path: '/error', element: <ErrorPage /> },
        ],
      },
      {
        path: '/admin/area-health',
        element: (
          <RequireSession>
            <AreaHealthRoute />
          </RequireSession>
        ),
      },
      {
        path: '/admin/operations',
        element: (
          <RequireSession>
            <OperationsRoute />
          </RequireSession>
        ),
      },
      {
        path: '/l/:id',
        element: (
          <RequireSession>
            <PermalinkRoute />
          </RequireSession>
        ),
      },
      {
        path: '*',
        element: (
          <RequireSession>
            <PreviewGate>
              <AreaRoutes />
            </PreviewGate>
          </RequireSession>
        ),
      },
    ],
  },
];
