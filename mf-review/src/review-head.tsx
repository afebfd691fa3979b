import { Button, PageHeader, Span, showDate } from '@readerlens/ui';
import { History, SlidersHorizontal } from 'lucide-react';
import { describeCriteria } from './filter/describe-criteria.ts';
import type { ReviewCriteria } from './filter/review-criteria.ts';
import type { ReactNode } from 'react';

interface Props {
  criteria: ReviewCriteria;
  blinded: boolean;
  filtersOpen: boolean;
  onFilters: () => void;
  onDecisions: () => void;
  /** Shown among the buttons. */
  children: ReactNode;
}

/** The page's title, its current filter, and its actions. */
export const ReviewHead = ({ criteria, blinded, filtersOpen, onFilters, onDecisions, children }: Props) => (
  <PageHeader
    title="Review Activities"
    description={
      <>
        <Span textStyle="small" fontWeight="semibold" color="text" me="2">
          {`RESULTS FROM ${showDate(criteria.from)} - ${showDate(criteria.to)}`}
        </Span>
        <Span textStyle="small">{describeCriteria(criteria, { blinded }).join(' · ')}</Span>
      </>
    }
    actions={
      <>
        <Button icon={<History size={15} aria-hidden="true" />} onClick={onDecisions}>
          Recent decisions
        </Button>
        {children}
        <Button
          icon={<SlidersHorizontal size={15} aria-hidden="true" />}
          aria-expanded={filtersOpen}
          onClick={onFilters}
        >
          Filters
        </Button>
      </>
    }
  />
);
