import { ApiError } from '@readerlens/auth';
import { Button } from './button.tsx';
import { ErrorState } from './states.tsx';
import { Banner } from './surfaces.tsx';

interface Failure {
  error: Error;
  onRetry: () => void;
}

export interface LoadErrorProps extends Failure {
  /** The title of a refusal: 'You may not see this activity'. */
  refused: string;
  /** Said as well while there is no connection: what of the page is kept. */
  offlineNote?: string;
}

/** Why something is not there, and what helps. A refusal stays one however often it is asked. */
export const LoadError = ({ error, refused, offlineNote, onRetry }: LoadErrorProps) => {
  const status = error instanceof ApiError ? error.status : undefined;
  if (status === 403) return <ErrorState title={refused} message={error.message} />;
  if (status === 0) {
    const message = offlineNote ? `${error.message} ${offlineNote}` : error.message;
    return <ErrorState title="You seem to be offline" message={message} onRetry={onRetry} />;
  }
  return <ErrorState message={error.message} onRetry={onRetry} />;
};

/** The list is an older one: asking again failed. */
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
    {`The list could not be brought up to date. ${error.message}`}
  </Banner>
);
