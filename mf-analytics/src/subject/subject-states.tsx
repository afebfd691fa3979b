import { ApiError } from '@readerlens/auth';
import { missingMessage, noAccessMessage } from '@readerlens/contract/messages';
import { Box, Card, EmptyState, LoadError, Skeleton } from '@readerlens/ui';

/** `what`: 'reader'. */
export const SubjectLoading = ({ what }: { what: string }) => (
  <Card>
    <Box as="output" aria-label={`Loading ${what}`} aria-busy="true" display="grid" gap="3">
      <Skeleton height="26px" maxW="280px" />
      <Skeleton height="18px" maxW="420px" />
      <Skeleton height="18px" maxW="360px" />
    </Box>
  </Card>
);

interface Props {
  what: string;
  error: Error;
  onRetry: () => void;
}

/** Whether it does not exist or belongs to others makes no difference. */
export const SubjectFailure = ({ what, error, onRetry }: Props) =>
  error instanceof ApiError && (error.status === 404 || error.status === 400) ? (
    <EmptyState title={missingMessage(what)} message={null} />
  ) : (
    <LoadError refused={noAccessMessage(`this ${what}`)} {...{ error, onRetry }} />
  );
