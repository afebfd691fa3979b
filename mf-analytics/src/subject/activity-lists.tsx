import { Button, PartLoadError } from '@readerlens/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ActivityItem } from '../activity/activity-item.tsx';
import type { EngagementRow } from '../engagements-search/search.queries.ts';
import { ListCard } from './list-card.tsx';
import type { TimelineQuery } from './subject.queries.ts';

interface ListProps {
  title: string;
  /** The search that lists all of them. */
  href: string;
  rows: readonly EngagementRow[] | undefined;
  error: Error | null;
  onRetry: () => void;
  /** Names the reader of each activity. */
  withReader?: boolean;
  children?: ReactNode;
}

export const ActivityCard = ({ rows, withReader = false, ...card }: ListProps) => (
  <ListCard
    {...card}
    what="activities"
    items={rows?.map((row) => (
      <ActivityItem key={row.qualifiedId} activity={row} withReader={withReader} />
    ))}
  />
);

interface TimelineProps {
  query: TimelineQuery;
  href: string;
  withReader?: boolean;
}

/** All activities, newest first, more on request. */
export const ActivityTimeline = ({ query: options, href, withReader }: TimelineProps) => {
  const query = useInfiniteQuery(options);
  const rows = query.data?.pages.flatMap((page) => page.rows);
  const more = () => void query.fetchNextPage();
  return (
    <ActivityCard
      title="Activity Timeline"
      {...{ href, rows, withReader }}
      error={query.error}
      onRetry={() => void query.refetch()}
    >
      {rows && query.error && <PartLoadError part="The activities" error={query.error} onRetry={more} />}
      {query.hasNextPage && !query.error && (
        <Button size="sm" mt="3" disabled={query.isFetchingNextPage} onClick={more}>
          {query.isFetchingNextPage ? 'Loading…' : 'Show more'}
        </Button>
      )}
    </ActivityCard>
  );
};
