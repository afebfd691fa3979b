import { ApiError } from '@readerlens/auth';
import { noAccessMessage } from '@readerlens/contract/messages';
import { Box, Card, EmptyState, LinkButton, LoadError, Skeleton } from '@readerlens/ui';

/** Stands in for a page of one thing. `label`: 'Loading report'. */
export const DetailLoading = ({ label }: { label: string }) => (
  <Card>
    <Box as="output" aria-label={label} aria-busy="true" display="grid" gap="3">
      <Skeleton height="18px" maxW="420px" />
      <Skeleton height="18px" maxW="360px" />
      <Skeleton height="160px" />
    </Box>
  </Card>
);

interface DetailFailureProps {
  error: Error;
  onRetry: () => void;
  /** 'report' */
  thing: string;
  /** Whether it does not exist or may not be seen makes no difference. */
  notFound: { title: string; message: string };
  /** Offered if it was not found. */
  list: { path: string; name: string };
}

/** Why one thing cannot be shown. */
export const DetailFailure = ({ error, onRetry, thing, notFound, list }: DetailFailureProps) =>
  error instanceof ApiError && [400, 404].includes(error.status) ? (
    <EmptyState {...notFound} action={<LinkButton to={list.path}>{`Go to ${list.name}`}</LinkButton>} />
  ) : (
    <LoadError refused={noAccessMessage(`this ${thing}`)} {...{ error, onRetry }} />
  );
