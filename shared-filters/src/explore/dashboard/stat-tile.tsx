import { Button, Card, formatCount, Span, StatCard, Text } from '@readerlens/ui';
import { formatChange } from '@readerlens/ui/charts';
import type { UseQueryResult } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';

interface Props<T> {
  label: string;
  query: UseQueryResult<T>;
  readValue: (data: T) => number;
  icon?: ReactNode;
  /** The data of the previous period, if compared. */
  before?: T | undefined;
  /** What shows the same number: a search, or '#id' of a list of the page. */
  href?: string;
}

const trendTones = { up: 'positive', down: 'negative', same: 'textMuted' } as const;

/** '+12% from 28,641 in the previous period', without the percentage of small numbers. */
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
      from {formatCount(before)} in the previous period
    </>
  );
};

/** A stat card for a query, with its own loading and error states; a dash if the query is disabled. */
export const StatTile = <T,>({ label, query, readValue, icon, before, href }: Props<T>) => {
  const idle = query.fetchStatus === 'idle' && (query.data === undefined || query.isPlaceholderData);
  if (query.error) {
    const retry = <RotateCw size={13} aria-hidden="true" />;
    return (
      <Tile label={label} icon={icon}>
        <Text role="alert" color="negative" textStyle="small" marginBottom="1">
          {query.error.message}
        </Text>
        <Button size="sm" icon={retry} onClick={() => void query.refetch()}>
          Try again
        </Button>
      </Tile>
    );
  }
  if (idle) {
    return (
      <Tile label={label} icon={icon}>
        <Text textStyle="figure" color="textSubtle">
          –
        </Text>
      </Tile>
    );
  }
  const value = query.data === undefined ? undefined : readValue(query.data);
  const compared = value !== undefined && before !== undefined;
  return (
    <StatCard
      label={label}
      icon={icon}
      value={value}
      href={value ? href : undefined}
      note={compared && <Change now={value} before={readValue(before)} />}
    />
  );
};

const Tile = ({ label, icon, children }: { label: string; icon: ReactNode; children: ReactNode }) => (
  <Card as="div" height="100%">
    <Text
      display="flex"
      alignItems="center"
      gap="2"
      css={{ '& > svg': { flexShrink: 0 } }}
      color="textMuted"
      textStyle="small"
      fontWeight="medium"
      marginBottom="2"
    >
      {icon}
      {label}
    </Text>
    {children}
  </Card>
);
