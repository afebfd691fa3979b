import { Badge, Button, Flex, PageHeader, Span, showDate } from '@readerlens/ui';
import { History, SlidersHorizontal } from 'lucide-react';
import { describeCriteria } from './filter/describe-criteria.ts';
import type { ReviewCriteria } from './filter/review-criteria.ts';
import type { ReactNode } from 'react';

interface SummaryProps {
  criteria: ReviewCriteria;
  blinded: boolean;
  /** Undefined if the filter is the default. */
  onReset: (() => void) | undefined;
}

/** The filter in one line, and the command to reset it. */
const FilterSummary = ({ criteria, blinded, onReset }: SummaryProps) => (
  <Flex align="center" wrap="wrap" columnGap="2" rowGap="1.5" textStyle="small">
    <Span fontWeight="semibold" color="text">
      {`RESULTS FROM ${showDate(criteria.from)} - ${showDate(criteria.to)}`}
    </Span>
    <Flex as="ul" aria-label="Applied filters" display="contents" listStyleType="none">
      {describeCriteria(criteria, { blinded }).map((text) => (
        <Badge as="li" key={text} whiteSpace="normal" overflowWrap="anywhere">
          {text}
        </Badge>
      ))}
    </Flex>
    {onReset && (
      <Button size="sm" variant="link" onClick={onReset}>
        Reset filters
      </Button>
    )}
  </Flex>
);

interface Props extends SummaryProps {
  filtersOpen: boolean;
  onFilters: () => void;
  onDecisions: () => void;
  /** Shown among the buttons. */
  children: ReactNode;
}

/** The page's title, its current filter, and its actions. */
export const ReviewHead = ({ filtersOpen, onFilters, onDecisions, children, ...summary }: Props) => (
  <PageHeader
    title="Review Activities"
    description={<FilterSummary {...summary} />}
    actions={
      <>
        <Button
          icon={<SlidersHorizontal size={15} aria-hidden="true" />}
          aria-expanded={filtersOpen}
          onClick={onFilters}
        >
          Edit filters
        </Button>
        <Button icon={<History size={15} aria-hidden="true" />} onClick={onDecisions}>
          Recent decisions
        </Button>
        {children}
      </>
    }
  />
);
