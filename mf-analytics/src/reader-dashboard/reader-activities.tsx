import { searchLink } from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import type { FilterModel } from '@readerlens/filters/model';
import { Box, Button, Card, Flex, Skeleton, Span, Text, TextLink } from '@readerlens/ui';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { EngagementRow } from '../engagements-search/search.queries.ts';
import { ActivityItem } from '../activity/activity-item.tsx';
import { recentQuery, timelineQuery } from './reader.queries.ts';

interface Props {
  search: DashboardSearch;
  readerId: string;
}

const Loading = () => (
  <Box as="output" aria-label="Loading activities" aria-busy="true" display="grid" gap="3">
    <Skeleton height="36px" />
    <Skeleton height="36px" />
    <Skeleton height="36px" />
  </Box>
);

const Failure = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <Flex role="alert" align="center" gap="3" wrap="wrap">
    <Span color="negative">{`The activities could not be loaded. ${error.message}`}</Span>
    <Button size="sm" onClick={onRetry}>
      Try again
    </Button>
  </Flex>
);

interface ListProps {
  title: string;
  /** The search that lists all of them. */
  href: string;
  rows: readonly EngagementRow[] | undefined;
  error: Error | null;
  onRetry: () => void;
  children?: ReactNode;
}

const ActivityCard = ({ title, href, rows, error, onRetry, children }: ListProps) => (
  <Card
    aria-label={title}
    title={title}
    actions={
      rows &&
      rows.length > 0 && (
        <TextLink to={href} aria-label={`View all: ${title}`} textStyle="small">
          View all
        </TextLink>
      )
    }
  >
    {!rows && (error ? <Failure {...{ error, onRetry }} /> : <Loading />)}
    {rows?.length === 0 && <Text color="textMuted">No results found</Text>}
    {rows && rows.length > 0 && (
      <Box as="ul" m="0" p="0" listStyleType="none">
        {rows.map((row) => (
          <ActivityItem key={row.qualifiedId} activity={row} />
        ))}
      </Box>
    )}
    {children}
  </Card>
);

/** The latest activities of a reader. */
export const RecentEngagements = ({ search, readerId }: Props) => {
  const { data, error, refetch } = useQuery(recentQuery(search, readerId, 'recent-activities'));
  return (
    <ActivityCard
      title="Recent Engagements"
      href={searchLink(search.model, { reader: readerId })}
      rows={data}
      error={error}
      onRetry={() => void refetch()}
    />
  );
};

const requestsOf = (model: FilterModel): FilterModel => ({ ...model, indices: ['CustomerRequest'] });

export const RecentCustomerRequests = ({ search, readerId }: Props) => {
  const { data, error, refetch } = useQuery(recentQuery(search, readerId, 'recent-customer-requests'));
  return (
    <ActivityCard
      title="Recent Customer Requests"
      href={searchLink(requestsOf(search.model), { reader: readerId })}
      rows={data}
      error={error}
      onRetry={() => void refetch()}
    />
  );
};

/** All activities of a reader, newest first, more on request. */
export const Timeline = ({ search, readerId }: Props) => {
  const query = useInfiniteQuery(timelineQuery(search, readerId));
  const rows = query.data?.pages.flatMap((page) => page.rows);
  const more = () => void query.fetchNextPage();
  return (
    <ActivityCard
      title="Activity Timeline"
      href={searchLink(search.model, { reader: readerId })}
      rows={rows}
      error={query.error}
      onRetry={() => void query.refetch()}
    >
      {rows && query.error && <Failure error={query.error} onRetry={more} />}
      {query.hasNextPage && !query.error && (
        <Button size="sm" mt="3" disabled={query.isFetchingNextPage} onClick={more}>
          {query.isFetchingNextPage ? 'Loading…' : 'Show more'}
        </Button>
      )}
    </ActivityCard>
  );
};
