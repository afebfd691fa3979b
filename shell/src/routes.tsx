import { lazyScreen } from '@readerlens/ui';
import { Outlet } from 'react-router-dom';
import type { RouteObject } from 'react-router-dom';
import { AreaHealthRoute } from './area-health/area-health.route.tsx';
import { AreaRoutes } from './area-routes.tsx';
import { RouteError } from './errors/route-error.tsx';
import { LeaveQuestion } from './layout/leave-question.tsx';
import { OperationsRoute } from './operations/operations.route.tsx';
import { ErrorPage } from './pages/error.page.tsx';
import { loadPublicPages } from './pages/load-public-pages.ts';
import { PublicLayout } from './pages/public-layout.tsx';
import { PermalinkRoute } from './permalink/permalink.route.tsx';
import { PreviewGate } from './layout/preview-gate.tsx';
import { RequireSession } from './session/session-guard.tsx';
import { SessionWatch } from './session/session-watch.tsx';

const LoginPage = lazyScreen(async () => (await loadPublicPages()).LoginPage);
const ProviderSignInPage = lazyScreen(async () => (await loadPublicPages()).ProviderSignInPage);
const SetPasswordPage = lazyScreen(async () => (await loadPublicPages()).SetPasswordPage);
const RegisterPage = lazyScreen(async () => (await loadPublicPages()).RegisterPage);
const ForgotPasswordPage = lazyScreen(async () => (await loadPublicPages()).ForgotPasswordPage);
const UnsubscribePage = lazyScreen(async () => (await loadPublicPages()).UnsubscribePage);

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
