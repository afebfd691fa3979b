import { Button, Spinner, Stack, Text } from '@readerlens/ui';
import { useLayoutEffect, useRef, useState } from 'react';
import { isFocusLost } from './is-focus-lost.ts';

interface Props {
  hasMore: boolean;
  loading: boolean;
  error: Error | null;
  onMore: () => void;
}

/** Loads older decisions. The message at the end of the list replaces the button and takes over its focus. */
export const MoreDecisions = ({ hasMore, loading, error, onMore }: Props) => {
  const container = useRef<HTMLDivElement>(null);
  const [requested, setRequested] = useState(false);
  // Before the dialog sees that the button is gone, and moves the focus elsewhere.
  useLayoutEffect(() => {
    if (!hasMore && isFocusLost(container.current)) container.current?.focus();
  }, [hasMore]);
  const loadMore = () => {
    if (loading) return;
    setRequested(true);
    onMore();
  };
  if (!hasMore && !requested) return null;
  return (
    <Stack ref={container} tabIndex={-1} outline="none" align="center" gap="2" mt="4">
      {error && (
        <Text role="alert" color="negative">{`Older decisions could not be loaded. ${error.message}`}</Text>
      )}
      {hasMore ? (
        // Not disabled while loading: that would lose the focus.
        <Button
          aria-busy={loading}
          icon={loading ? <Spinner size={14} label="" /> : undefined}
          onClick={loadMore}
        >
          Show more
        </Button>
      ) : (
        <Text color="textMuted">All decisions of the last 30 days are shown.</Text>
      )}
    </Stack>
  );
};
