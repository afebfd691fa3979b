import { ApiError } from '@readerlens/auth';
import { Button } from './button.tsx';
import { Flex, Span } from './layout.ts';
import { ErrorState } from './states.tsx';
import { Banner } from './surfaces.tsx';

interface Failure {
  error: Error;
  onRetry: () => void;
}

export interface LoadErrorProps extends Failure {
  /** Title for a 403: 'You do not have access to this activity'. */
  refused: string;
  /** Added to the offline message: what the page keeps. */
  offlineNote?: string;
}

/** A load error with the matching action; there is no retry after a 403 or a 404. */
export const LoadError = ({ error, refused, offlineNote, onRetry }: LoadErrorProps) => {
  const status = error instanceof ApiError ? error.status : undefined;
  if (status === 403) return <ErrorState title={refused} message={error.message} />;
  if (status === 404) return <ErrorState title={error.message} />;
  if (status === 0) {
    const message = offlineNote ? `${error.message} ${offlineNote}` : error.message;
    return <ErrorState title="You seem to be offline" message={message} onRetry={onRetry} />;
  }
  return <ErrorState message={error.message} onRetry={onRetry} />;
};

/** A failed part of a page, in a line: 'The details could not be loaded.' with the reason. */
export const PartLoadError = ({ part, error, onRetry }: Failure & { part: string }) => (
  <Flex role="alert" align="center" gap="3" wrap="wrap">
    <Span color="negative">{`${part} could not be loaded. ${error.message}`}</Span>
    <Button size="sm" onClick={onRetry}>
      Try again
    </Button>
  </Flex>
);

/** Why an action was refused, beside its button. */
export const ActionRefusal = ({ error }: { error: Error | null }) =>
  error && (
    <Span role="alert" color="negative" textStyle="small" overflowWrap="anywhere">
      {error.message}
    </Span>
  );

/** Warns that a list is out of date because refreshing it failed. */
export const StaleList = ({ error, onRetry }: Failure) => (
  <Banner
    role="alert"
    shape="box"
    tone="warning"
    actions={
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    }
  >
    {`The list could not be refreshed. ${error.message}`}
  </Banner>
);
