import { useIsImpersonating } from '@readerlens/auth/react';
import { toast, useRefreshBadges } from '@readerlens/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { markRuns, runsKey } from './runs.queries.ts';
import type { RunDetails } from './runs.queries.ts';

interface Marked {
  ids: readonly string[];
  isRead: boolean;
}

/** Marks runs, and updates the lists and the count in the sidebar. */
export const useMarkRuns = (onMarked?: (marked: Marked) => void) => {
  const client = useQueryClient();
  const refreshBadges = useRefreshBadges();
  return useMutation({
    mutationFn: ({ ids, isRead }: Marked) => markRuns(ids, isRead),
    onSuccess: (_, marked) => {
      refreshBadges();
      onMarked?.(marked);
      return client.invalidateQueries({ queryKey: [runsKey] });
    },
    onError: ({ message }) => void toast.error(message),
  });
};

/**
 * Marks an unread run as read, once for each opening: the person may mark it as unread again. Somebody who acts as the
 * person marks nothing.
 */
export const useMarkAsOpened = (run: Pick<RunDetails, 'id' | 'isRead'> | undefined) => {
  const { mutate } = useMarkRuns();
  const isImpersonating = useIsImpersonating();
  const opened = useRef<string>(undefined);
  const open = useEffectEvent(() => {
    if (!run || run.id === opened.current) return;
    opened.current = run.id;
    if (!run.isRead && !isImpersonating) mutate({ ids: [run.id], isRead: true });
  });
  useEffect(() => open(), [run?.id]);
};
