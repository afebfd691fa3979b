import { computeRate, formatRate } from '@readerlens/contract/marketing-rates';
import {
  Box,
  Button,
  Card,
  HowCounted,
  PagePart,
  Skeleton,
  Span,
  Text,
  TextLink,
  formatCount,
} from '@readerlens/ui';
import type { ShownPart } from '@readerlens/ui';
import { formatChange } from '@readerlens/ui/charts';
import type { Unit } from '@readerlens/ui/charts';
import type { UseQueryResult } from '@tanstack/react-query';
import { TrendingDown, TrendingUp } from 'lucide-react';

/** A part of a number in both periods. Each case is in one part. */
export interface ChangedPart {
  readonly id: string;
  readonly name: string;
  readonly current: number;
  readonly previous: number;
}

/** How a number has changed, and the parts with the largest changes. */
export interface Change {
  readonly current: number;
  readonly previous: number;
  /** What all parts that grew have gained together, and what the others have lost. */
  readonly gained: number;
  readonly lost: number;
  readonly parts: readonly ChangedPart[];
}

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
}

const title = 'What Changed';

const describeCount = (count: number, unit: Unit) =>
  `${formatCount(count)} ${count === 1 ? unit.one : unit.many}`;

const describeChange = ({ current, previous }: Change, { unit, dates }: Pick<Props, 'dates' | 'unit'>) => {
  const count = describeCount(current, unit);
  const difference = current - previous;
  if (difference === 0) return `${count}, as many as in ${dates}.`;
  const share = formatChange(current, previous)?.text;
  const words = difference > 0 ? 'more' : 'fewer';
  return `${count}, ${formatCount(Math.abs(difference))} ${words} than in ${dates}${share === undefined ? '' : ` (${share})`}.`;
};

/** '38.2%' of what all growing parts have gained; undefined for fewer than ten. */
const describeShare = ({ current, previous }: ChangedPart, { gained, lost }: Change): string | undefined => {
  const difference = current - previous;
  const cases = { part: Math.abs(difference), of: difference > 0 ? gained : lost };
  return computeRate(cases) && `${formatRate(cases)} of all ${difference > 0 ? 'gains' : 'losses'}`;
};

const describePart = (part: ChangedPart, change: Change): string => {
  const { current, previous } = part;
  const words = current > previous ? 'more' : 'fewer';
  const share = describeShare(part, change);
  return `${formatCount(Math.abs(current - previous))} ${words}, from ${formatCount(previous)} to ${formatCount(current)}${share === undefined ? '' : ` (${share})`}`;
};

/** The change as a table, for a file of the page. */
const readShown = (change: Change, props: Pick<Props, 'dates' | 'of' | 'unit'>): ShownPart => ({
  table: {
    title,
    note: describeChange(change, props),
    columns: [props.of, 'In the period', `In ${props.dates}`, 'Share'],
    rows: change.parts.map((part) => [
      part.name,
      String(part.current),
      String(part.previous),
      describeShare(part, change) ?? '',
    ]),
  },
});

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
          aria-label={`${part.name}: ${describeCount(part.current || part.previous, unit)}`}
        >
          {part.name}
        </TextLink>
        {`: ${describePart(part, change)}`}
      </Span>
    </Box>
  );
};

const Shown = ({ change, ...props }: Omit<Props, 'query'> & { change: Change }) => {
  const { unit, of, dates, linkPart } = props;
  if (change.previous === 0)
    return <Text color="textMuted">{`${dates} has no ${unit.many} to compare with.`}</Text>;
  return (
    <>
      <PagePart read={() => readShown(change, { unit, of, dates })} />
      <Text>{describeChange(change, { unit, dates })}</Text>
      {change.parts.length > 0 && (
        <Box
          as="ul"
          mt="3"
          listStyleType="none"
          display="grid"
          gap="2"
          columnGap="6"
          gridTemplateColumns="repeat(auto-fit, minmax(min(100%, 380px), 1fr))"
        >
          {change.parts.map((part) => (
            <PartLine key={part.id} {...{ part, change, unit }} href={linkPart(part)} />
          ))}
        </Box>
      )}
    </>
  );
};

/** What the number of a page has changed by since the period before, in words, and what the change is made of. */
export const WhatChanged = ({ query, ...props }: Props) => {
  const { data, error, refetch, isPlaceholderData } = query;
  const help = `The ${props.of}s that grew or shrank the most. Each of the ${props.unit.many} counts in one ${props.of}. Shares are of everything that the growing ones gained together, or that the shrinking ones lost; gains without losses are the change.`;
  return (
    <Card
      title={title}
      aria-label={title}
      aria-busy={!error && data === undefined}
      actions={<HowCounted of={title}>{help}</HowCounted>}
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
          <Skeleton height="22px" width="60%" />
        </>
      ) : (
        <Box opacity={isPlaceholderData ? 0.5 : 1}>
          <Shown change={data} {...props} />
        </Box>
      )}
    </Card>
  );
};
