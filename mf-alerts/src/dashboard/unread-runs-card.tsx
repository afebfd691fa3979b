import { useViewer } from '@readerlens/auth/react';
import { RunLink } from '@readerlens/filters/runs';
import {
  Badge,
  Box,
  Card,
  EmptyState,
  ErrorState,
  Skeleton,
  Span,
  Stack,
  Text,
  TextLink,
} from '@readerlens/ui';
import { formatMoment } from '@readerlens/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { runPath, runsPath } from './runs-address.ts';
import { unreadRunsQuery } from './runs.queries.ts';
import type { Run } from './runs.queries.ts';

const Row = ({ run }: { run: Run }) => (
  <Box
    as="li"
    display="flex"
    flexWrap="wrap"
    justifyContent="space-between"
    columnGap="4"
    rowGap="0.5"
    py="2.5"
    borderTopWidth="1px"
  >
    <Box minW={0} flex="1 1 260px">
      <Span fontWeight="semibold" overflowWrap="anywhere">
        <RunLink to={runPath(run)}>{run.notificationName}</RunLink>
      </Span>
      <Text textStyle="small" color="textMuted">
        {run.why}
      </Text>
    </Box>
    <Text textStyle="small" color="textMuted" whiteSpace="nowrap">
      {formatMoment(run.runOn, 'long')}
    </Text>
  </Box>
);

const Rows = ({ runs }: { runs: readonly Run[] }) => (
  <Box as="ul" listStyleType="none" m="0" p="0">
    {runs.map((run) => (
      <Row key={run.id} run={run} />
    ))}
  </Box>
);

const Loading = () => (
  <Stack gap="3" aria-busy="true">
    <Skeleton height="36px" />
    <Skeleton height="36px" />
    <Skeleton height="36px" />
  </Stack>
);

/** The latest unread runs of the user, with the number that the sidebar has. */
export const UnreadRunsCard = () => {
  const { data, error, refetch } = useQuery(unreadRunsQuery(useViewer()));
  return (
    <Card
      title={
        <>
          Unread alerts{' '}
          {data && data.unread > 0 && <Badge tone="accent">{data.unread.toLocaleString('en-US')}</Badge>}
        </>
      }
      actions={<TextLink to={runsPath}>All alerts</TextLink>}
      aria-label="Unread alerts"
    >
      {data && data.items.length > 0 && <Rows runs={data.items} />}
      {data?.items.length === 0 && (
        <EmptyState title="Nothing is unread" message="New results of your alerts appear here." />
      )}
      {!data && error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
    </Card>
  );
};
