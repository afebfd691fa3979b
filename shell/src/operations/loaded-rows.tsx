import { Box, ErrorState, Skeleton } from '@readerlens/ui';
import type { ReactNode } from 'react';

export interface LoadedRowsProps<T> {
  data: T | undefined;
  error: Error | null;
  onRetry: () => void;
}

/** The content of a card that loads by itself: the rest of the page does not wait for it, and shows without it. */
export const LoadedRows = <T,>({
  data,
  error,
  onRetry,
  what,
  children,
}: LoadedRowsProps<T> & { what: string; children: (data: T) => ReactNode }) => {
  if (data !== undefined) return children(data);
  if (error) return <ErrorState message={error.message} onRetry={onRetry} />;
  return (
    <Box as="output" display="block" aria-label={`Loading the ${what}`} aria-busy="true">
      <Skeleton height="120px" />
    </Box>
  );
};
