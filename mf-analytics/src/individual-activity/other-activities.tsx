import type { Viewer } from '@readerlens/auth/react';
import { Box, Card, PartLoadError, Skeleton, Text } from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { listSearch } from '@readerlens/ui/parts';
import { ActivityItem } from '../activity/activity-item.tsx';
import { relatedPeriod } from '../activity/related-period.ts';
import type { ActivityDetail } from '../specifics/specifics.ts';
import { otherActivitiesQuery } from './activity.queries.ts';

const Loading = () => (
  <Box as="output" aria-label="Loading activities" aria-busy="true" display="grid" gap="3">
    <Skeleton height="36px" />
    <Skeleton height="36px" />
    <Skeleton height="36px" />
  </Box>
);

const formatSubtitle = (count: number, shown: number): string =>
  count > shown
    ? `The latest ${shown} of ${count.toLocaleString('en-US')} in the last 6 months`
    : relatedPeriod;

/** What else the reader did lately, beside the sheet. */
export const OtherActivities = ({ detail, viewer }: { detail: ActivityDetail; viewer: Viewer }) => {
  const { state } = useLocation();
  const { data, error, refetch } = useQuery(otherActivitiesQuery(detail, viewer));
  const content = (): ReactNode => {
    if (data && data.length > 0)
      return (
        <Box as="ul" m="0" p="0" listStyleType="none">
          {data.map((activity) => (
            <ActivityItem key={activity.qualifiedId} activity={activity} list={listSearch(state)} />
          ))}
        </Box>
      );
    if (data) return <Text color="textMuted">No other activities.</Text>;
    if (!error) return <Loading />;
    return <PartLoadError part="The activities" error={error} onRetry={() => void refetch()} />;
  };
  return (
    <Card
      aria-label="Recent activities of this reader"
      title="Recent activities of this reader"
      subtitle={formatSubtitle(detail.otherActivitiesForReaderCount, data?.length ?? Infinity)}
      width="100%"
      maxW={{ base: '550px', xl: 'none' }}
      css={{ '@media (min-width: 1200px)': { maxWidth: 'none' } }}
    >
      {content()}
    </Card>
  );
};
