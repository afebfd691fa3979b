import { Badge, Button, Flex, PageHeader, RemovableBadge, Span, showDate } from '@readerlens/ui';
import { History, SlidersHorizontal } from 'lucide-react';
import type { ReviewActivity } from './activities/activity.ts';
import { describeCriteria } from './filter/describe-criteria.ts';
import type { ReviewCriteria } from './filter/review-criteria.ts';
import type { ReactNode } from 'react';

interface SummaryProps {
  criteria: ReviewCriteria;
  blinded: boolean;
  /** The first result, which names the reader that the list is narrowed to. */
  first: ReviewActivity | undefined;
  onApply: (criteria: ReviewCriteria) => void;
  /** Undefined if the filter is the default. */
  onReset: (() => void) | undefined;
}

/** The one reader and the one organization that a link narrowed the list to. The rows do not name their organization. */
const Subjects = ({ criteria, first, onApply }: Pick<SummaryProps, 'criteria' | 'first' | 'onApply'>) => (
  <>
    {criteria.reader !== '' && (
      <RemovableBadge
        text={`Reader: ${first?.fullName ?? '1 selected'}`}
        label="Show all readers"
        onRemove={() => onApply({ ...criteria, reader: '' })}
      />
    )}
    {criteria.org !== '' && (
      <RemovableBadge
        text="Organization: 1 selected"
        label="Show all organizations"
        onRemove={() => onApply({ ...criteria, org: '' })}
      />
    )}
  </>
);

/** The filter in one line, and the command to reset it. */
const FilterSummary = ({ criteria, blinded, onReset, ...subjects }: SummaryProps) => (
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
      <Subjects criteria={criteria} {...subjects} />
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
