import { QueryClientProvider } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { RenderResult } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { UserEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { createQueryClient } from '../area/query-client.ts';
import { ConfirmHost } from '../components/confirm.tsx';
import { Toaster, clearToasts } from '../components/toast.tsx';
import { UiProvider } from '../theme/providers.tsx';

/** A user for whom a fake clock advances with each step; the real one advances itself. */
export const setUpUser = (): UserEvent =>
  userEvent.setup({
    advanceTimers: (ms) => {
      if (Object.hasOwn(setTimeout, 'clock')) jest.advanceTimersByTime(ms);
    },
  });

/** Enters a text at once, for tests that are not about typing: each typed character renders the whole form again. */
export const enterText = async (user: UserEvent, field: HTMLElement, text: string): Promise<void> => {
  await user.click(field);
  await user.paste(text);
};

/** Renders as the shell does: with the theme, a query cache, toasts and confirm dialogs. */
export const renderUi = (
  content: ReactElement,
): RenderResult & { user: UserEvent; queryClient: QueryClient } => {
  // Messages outlive a page; remove those of the previous test.
  clearToasts();
  const queryClient = createQueryClient({ hasRetry: false });
  const user = setUpUser();
  const view = render(
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        {content}
        <ConfirmHost />
        <Toaster />
      </QueryClientProvider>
    </UiProvider>,
  );
  return { user, queryClient, ...view };
};
