import { Button, Card, StatCard, Text } from '@readerlens/ui';
import { RotateCw } from 'lucide-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

interface Props<T> {
  label: string;
  query: UseQueryResult<T>;
  valueOf: (data: T) => number;
  icon?: ReactNode;
}

/** A stat card over a query, with its own loading and failure; a dash where nothing was asked. */
export const StatTile = <T,>({ label, query, valueOf, icon }: Props<T>) => {
  const idle = query.fetchStatus === 'idle' && (query.data === undefined || query.isPlaceholderData);
  if (query.error) {
    const retry = <RotateCw size={13} aria-hidden="true" />;
    return (
      <Still label={label} icon={icon}>
        <Text role="alert" color="negative" textStyle="small" marginBottom="1">
          {query.error.message}
        </Text>
        <Button size="sm" icon={retry} onClick={() => void query.refetch()}>
          Try again
        </Button>
      </Still>
    );
  }
  if (idle) {
    return (
      <Still label={label} icon={icon}>
        <Text textStyle="figure" color="textSubtle">
          –
        </Text>
      </Still>
    );
  }
  return (
    <StatCard label={label} icon={icon} value={query.data === undefined ? undefined : valueOf(query.data)} />
  );
};

const Still = ({ label, icon, children }: { label: string; icon: ReactNode; children: ReactNode }) => (
  <Card as="div">
    <Text
      display="flex"
      alignItems="center"
      gap="2"
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
