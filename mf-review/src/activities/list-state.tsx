import { Button, EmptyState, showDate } from '@readerlens/ui';
import { filterStatusText } from '../filter/describe-criteria.ts';
import type { ReviewCriteria } from '../filter/review-criteria.ts';

interface EmptyProps {
  criteria: ReviewCriteria;
  /** Undefined if the filter is the default. */
  onReset: (() => void) | undefined;
}

/** Shown when nothing matches: the current filter, and what to change. */
export const EmptyList = ({ criteria, onReset }: EmptyProps) => {
  const sequence = criteria.subsequent ? 'subsequent' : 'initial';
  const status = filterStatusText[criteria.status];
  return (
    <EmptyState
      message={
        `No ${sequence} activity with the status ${status} from ${showDate(criteria.from)} to ${showDate(criteria.to)} ` +
        'matches the filter. Try a longer date range, another status or fewer conditions.'
      }
      action={onReset && <Button onClick={onReset}>Reset filter</Button>}
    />
  );
};
