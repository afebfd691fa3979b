import { describeBefore, writeCount } from '@readerlens/contract/marketing-figures';
import { Button, Card, HowCounted, PagePart, Span, StatCard, Text, figureLabelRoom } from '@readerlens/ui';
import type { ShownPart } from '@readerlens/ui';
import { formatChange } from '@readerlens/ui/charts';
import type { UseQueryResult } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { isOutdated } from './figure-query.ts';

interface Props<T> {
  label: string;
  query: UseQueryResult<T>;
  /** Null if it was not counted: the tile is not shown then, and counts as 0 in the period before. */
  readValue: (data: T) => number | null;
  icon?: ReactNode;
  /** The data of the previous period, if compared. */
  before?: T | undefined;
  /** How the number is counted. */
  help?: string;
  /** What shows the same number: a search, or '#id' of a list of the page. */
  href?: string;
}

const trendTones = { up: 'positive', down: 'negative', same: 'textMuted' } as const;

const Change = ({ now, before }: { now: number; before: number }) => {
  const change = formatChange(now, before);
  return (
    <>
      {change && (
        <Span
          color={change.isNotable ? trendTones[change.direction] : 'textMuted'}
          fontWeight="semibold"
          marginEnd="1.5"
        >
          {change.text}
        </Span>
      )}
      {describeBefore(before)}
    </>
  );
};

/** A stat card for a query, with its own loading and error states. */
export const StatTile = <T,>({ label, query, readValue: read, icon, before, href, help }: Props<T>) => {
  const readValue = (data: T) => read(data) ?? 0;
  const aside = help && <HowCounted of={label}>{help}</HowCounted>;
  if (query.error) {
    const retry = <RotateCw size={13} aria-hidden="true" />;
    return (
      <FigureTile {...{ label, icon, aside }} shown={{ missing: label }}>
        <Text role="alert" color="negative" textStyle="small" marginBottom="1">
          {query.error.message}
        </Text>
        <Button size="sm" icon={retry} onClick={() => void query.refetch()}>
          Try again
        </Button>
      </FigureTile>
    );
  }
  const value = query.data === undefined || isOutdated(query) ? undefined : readValue(query.data);
  const compared = value !== undefined && before !== undefined;
  const readShown = (): ShownPart =>
    value === undefined
      ? { missing: label }
      : { figure: writeCount(label, value, before === undefined ? undefined : readValue(before)) };
  return (
    <>
      <PagePart read={readShown} />
      <StatCard
        label={label}
        icon={icon}
        value={value}
        aside={aside}
        href={value ? href : undefined}
        note={compared && <Change now={value} before={readValue(before)} />}
      />
    </>
  );
};

interface FigureTileProps {
  label: string;
  icon?: ReactNode;
  /** After the label. */
  aside?: ReactNode;
  /** What it shows, for a file of the page; nothing by default. */
  shown?: ShownPart;
  /** It is still loading. */
  isBusy?: boolean;
  children: ReactNode;
}

/** A tile whose figure is not a plain number. */
export const FigureTile = ({ label, icon, aside, shown, isBusy = false, children }: FigureTileProps) => (
  <Card as="div" aria-busy={isBusy} height="100%" display="flex" flexDirection="column">
    <Text
      display="flex"
      alignItems="center"
      gap="2"
      css={{ '& > svg': { flexShrink: 0 } }}
      color="textMuted"
      textStyle="small"
      fontWeight="medium"
      minHeight={figureLabelRoom}
      marginBottom="2"
    >
      {icon}
      {label}
      {aside && <Span marginStart="auto">{aside}</Span>}
    </Text>
    <PagePart read={() => shown} />
    {children}
  </Card>
);
