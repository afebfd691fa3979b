import { ApiError } from '@readerlens/auth';
import { Button, EmptyState, ErrorState } from '@readerlens/ui';

/** Why there is no list, and what helps. A refusal stays one however often it is asked. */
export const ListError = ({ error, onRetry }: { error: Error; onRetry: () => void }) => {
  if (error instanceof ApiError && error.status === 403)
    return <ErrorState title="You may not see these engagements" message={error.message} />;
  if (error instanceof ApiError && error.status === 0)
    return <ErrorState title="You seem to be offline" message={error.message} onRetry={onRetry} />;
  return <ErrorState message={error.message} onRetry={onRetry} />;
};

interface EmptyProps {
  /** What was looked for beside the filters; '' for nothing. */
  query: string;
  onClear: () => void;
}

/** Nothing matches. */
export const ListEmpty = ({ query, onClear }: EmptyProps) =>
  query === '' ? (
    <EmptyState />
  ) : (
    <EmptyState
      message={`Nothing within the filter has '${query}' in reader, company or document title.`}
      action={<Button onClick={onClear}>Clear search</Button>}
    />
  );

/** Nothing was asked: whoever has clients of their own must choose some. */
export const ListIdle = () => (
  <EmptyState title="Choose a client" message="The filter needs at least one client to search for." />
);
