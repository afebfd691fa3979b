import { Button, EmptyState, showDate } from '@readerlens/ui';
import { filterStatusText } from '../filter/filter-words.ts';
import type { ReviewCriteria } from '../filter/review-criteria.ts';

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
