import { maxChangedParts } from '@readerlens/contract/marketing';
import {
  changeTitle as title,
  describeChange,
  describePart,
  describeUnits,
  writeChangeTable,
} from '@readerlens/contract/marketing-figures';
import type { Change, ChangedPart } from '@readerlens/contract/marketing-figures';
import { Box, Button, Card, HowCounted, PagePart, Skeleton, Span, Text, TextLink } from '@readerlens/ui';
import type { Unit } from '@readerlens/ui/charts';
import type { UseQueryResult } from '@tanstack/react-query';
import { TrendingDown, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';

export type { ChangedPart } from '@readerlens/contract/marketing-figures';

interface Props {
  query: UseQueryResult<Change>;
  /** What the number counts. */
  unit: Unit;
  /** What the parts are: 'document'. */
  of: string;
  /** The dates of the period before: 'Oct 14 – 27, 2026'. */
  dates: string;
  /** The list with the cases of a part: those of the period before if it has none in this one. */
  linkPart: (part: ChangedPart) => string;
  /** A link to all of what grew, beside the title. */
  more?: ReactNode;
}

interface PartProps {
  part: ChangedPart;
  change: Change;
  unit: Unit;
  href: string;
}

const PartLine = ({ part, change, unit, href }: PartProps) => {
  const isGain = part.current > part.previous;
  const Icon = isGain ? TrendingUp : TrendingDown;
  return (
    <Box as="li" display="flex" gap="2" alignItems="baseline" minWidth="0">
      <Span color={isGain ? 'positive' : 'negative'} flexShrink="0" transform="translateY(2px)">
        <Icon size={15} aria-hidden="true" />
      </Span>
      <Span minWidth="0" overflowWrap="anywhere">
        <TextLink
          to={href}
          aria-label={`${part.name}: ${describeUnits(part.current || part.previous, unit)}`}
        >
          {part.name}
        </TextLink>
        {`: ${describePart(part, change)}`}
      </Span>
    </Box>
  );
};

const columns = {
  mt: '3',
  listStyleType: 'none',
  display: 'grid',
  gap: '2',
  columnGap: '6',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 380px), 1fr))',
} as const;

/** As high as what is loaded, which is above the charts. */
const Loading = () => (
  <>
    <Skeleton height="22px" width="60%" />
    <Box {...columns}>
      {Array.from({ length: maxChangedParts }, (_, index) => (
        <Skeleton key={index} height={{ base: '44px', md: '22px' }} />
      ))}
    </Box>
  </>
);

const Shown = ({ change, ...props }: Omit<Props, 'more' | 'query'> & { change: Change }) => {
  const { unit, of, dates, linkPart } = props;
  const table = writeChangeTable(change, { unit, of, dates });
  if (!table) return <Text color="textMuted">{describeChange(change, { unit, dates })}</Text>;
  return (
    <>
      <PagePart read={() => ({ table })} />
      <Text>{table.note}</Text>
      {change.parts.length > 0 && (
        <Box as="ul" {...columns}>
          {change.parts.map((part) => (
            <PartLine key={part.id} {...{ part, change, unit }} href={linkPart(part)} />
          ))}
        </Box>
      )}
    </>
  );
};

/** What the number of a page has changed by since the period before, in words, and what the change is made of. */
export const WhatChanged = ({ query, more, ...props }: Props) => {
  const { data, error, refetch, isPlaceholderData } = query;
  const help = `The ${props.of}s that grew or shrank the most. Each of the ${props.unit.many} counts in one ${props.of}. Shares are of everything that the growing ones gained together, or that the shrinking ones lost; gains without losses are the change.`;
  return (
    <Card
      title={title}
      aria-label={title}
      aria-busy={!error && data === undefined}
      actions={
        <>
          {more}
          <HowCounted of={title}>{help}</HowCounted>
        </>
      }
    >
      {error ? (
        <>
          <PagePart read={() => ({ missing: title })} />
          <Text role="alert" color="negative" mb="2">
            {error.message}
          </Text>
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </>
      ) : data === undefined ? (
        <>
          <PagePart read={() => ({ missing: title })} />
          <Loading />
        </>
      ) : (
        <Box opacity={isPlaceholderData ? 0.5 : 1}>
          <Shown change={data} {...props} />
        </Box>
      )}
    </Card>
  );
};
