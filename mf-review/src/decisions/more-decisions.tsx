import { Button, Spinner, Stack, Text } from '@readerlens/ui';
import { useEffect, useRef, useState } from 'react';

interface Props {
  hasMore: boolean;
  loading: boolean;
  error: Error | null;
  onMore: () => void;
}

/** Loads older decisions. The message at their end replaces the button and takes over its focus. */
export const MoreDecisions = ({ hasMore, loading, error, onMore }: Props) => {
  const place = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (!hasMore && document.activeElement === document.body) place.current?.focus();
  }, [hasMore]);
  const ask = () => {
    if (loading) return;
    setAsked(true);
    onMore();
  };
  if (!hasMore && !asked) return null;
  return (
    <Stack ref={place} tabIndex={-1} outline="none" align="center" gap="2" mt="4">
      {error && (
        <Text role="alert" color="negative">{`Older decisions could not be loaded. ${error.message}`}</Text>
      )}
      {hasMore ? (
        // Not disabled meanwhile: it would lose the focus.
        <Button aria-busy={loading} icon={loading ? <Spinner size={14} label="" /> : undefined} onClick={ask}>
          Show more
        </Button>
      ) : (
        <Text color="textMuted">These are all decisions of the last 30 days.</Text>
      )}
    </Stack>
  );
};
