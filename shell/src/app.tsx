import { followOtherTabs } from '@readerlens/auth';
import { useSession } from '@readerlens/auth/react';
import { ConfirmHost, ProgressBar, Toaster, UiProvider } from '@readerlens/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { RouterProvider, createBrowserRouter } from 'react-router-dom';
import { config } from './config.ts';
import { routes } from './routes.tsx';
import { followApiFailures } from './session/api-failures.ts';
import { dropCacheWithSession, queryClient } from './session/query-client.ts';
import { startChat } from './support-chat/chat-store.ts';

const Progress = () => <ProgressBar active={useSession((state) => state.pending > 0)} />;

type AppRouter = ReturnType<typeof createBrowserRouter>;

const useSessionFollowers = (router: AppRouter) => {
  useEffect(() => {
    const stops = [
      // The other user may have no access to the current page and would be logged out for it, in every tab.
      followOtherTabs(() => void router.navigate('/', { flushSync: true })),
      dropCacheWithSession(),
      followApiFailures((to, options) => void router.navigate(to, options), queryClient),
      ...(config.features.supportChat ? [startChat()] : []),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [router]);
};

/** The shell: the router, the theme, messages, and everything that follows the session. */
export const App = () => {
  const [router] = useState(() => createBrowserRouter(routes));
  useSessionFollowers(router);
  return (
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <Progress />
        <RouterProvider router={router} />
        <ConfirmHost />
        <Toaster />
      </QueryClientProvider>
    </UiProvider>
  );
};
