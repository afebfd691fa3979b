import { ApiError } from '@readerlens/auth';
import { Banner, Button, EmptyState, ErrorState, showDate } from '@readerlens/ui';
import { filterStatusText } from '../filter/filter-words.ts';
import type { ReviewCriteria } from '../filter/review-criteria.ts';

/** Why there is no list, and what helps. A refusal stays one however often it is asked. */
export const ListError = ({ error, onRetry }: { error: Error; onRetry: () => void }) => {
  if (error instanceof ApiError && error.status === 403) {
    return <ErrorState title="You may not review activities" message={error.message} />;
  }
  if (error instanceof ApiError && error.status === 0) {
    return (
      <ErrorState
        title="You seem to be offline"
        message={`${error.message} Your filter and your selection are kept.`}
        onRetry={onRetry}
      />
    );
  }
  return <ErrorState message={error.message} onRetry={onRetry} />;
};

/** The list is an older one: asking again failed. */
export const ListStale = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
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

interface EmptyProps {
  criteria: ReviewCriteria;
  /** Undefined where the filter is that of a fresh page. */
  onReset: (() => void) | undefined;
}

/** Nothing matches: what was asked for, and what to change. */
export const ListEmpty = ({ criteria, onReset }: EmptyProps) => {
  const sequence = criteria.subsequent ? 'subsequent' : 'initial';
  const status = filterStatusText[criteria.status];
  return (
    <EmptyState
      message={
        `No ${sequence} activity with the status ${status} from ${showDate(criteria.from)} to ${showDate(criteria.to)} ` +
        'matches the filter. Try more days, another status or fewer conditions.'
      }
      action={onReset && <Button onClick={onReset}>Reset filter</Button>}
    />
  );
};
