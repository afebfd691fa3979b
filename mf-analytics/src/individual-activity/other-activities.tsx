import { Box, Card, Flex, PartLoadError, Skeleton, Span, Text, TextLink, styled } from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { ActivityTypeIcon, QualityBadge } from '../activity/activity-badges.tsx';
import { activityPath, listSearch, listState } from '../activity/activity-address.ts';
import { dayText } from '../activity/day-text.ts';
import type { ActivityDetail } from '../specifics/specifics.ts';
import { otherActivitiesQuery } from './activity.queries.ts';
import type { OtherActivity, Viewer } from './activity.queries.ts';

const Item = styled('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '22px minmax(0, 1fr)', sm: '22px minmax(0, 1fr) auto' },
    columnGap: '2.5',
    rowGap: '1',
    alignItems: 'start',
    py: '2.5',
    '& + &': { borderTopWidth: '1px' },
  },
});

const Activity = ({ activity }: { activity: OtherActivity }) => {
  const { state } = useLocation();
  return (
    <Item>
      <ActivityTypeIcon type={activity.activityType} />
      <Box minW="0">
        <TextLink to={activityPath(activity.qualifiedId)} state={listState(listSearch(state))}>
          {activity.docTitle ?? activity.portal}
        </TextLink>
        <Text textStyle="small" color="textMuted">
          {[activity.portal, activity.sequenceName].filter(Boolean).join(' · ')}
        </Text>
      </Box>
      {/* On a phone below the title, which needs the width. */}
      <Flex
        gridColumn={{ base: '2', sm: 'auto' }}
        gap="2.5"
        align="center"
        justify={{ base: 'space-between', sm: 'flex-end' }}
        textStyle="small"
        color="textMuted"
      >
        <QualityBadge quality={activity.qualityNum} />
        <Span fontVariantNumeric="tabular-nums">{dayText(activity.date)}</Span>
      </Flex>
    </Item>
  );
};

const Loading = () => (
  <Box as="output" aria-label="Loading activities" aria-busy="true" display="grid" gap="3">
    <Skeleton height="36px" />
    <Skeleton height="36px" />
    <Skeleton height="36px" />
  </Box>
);

const subtitleOf = (count: number, shown: number): string =>
  count > shown
    ? `The latest ${shown} of ${count.toLocaleString('en-US')} in the last 6 months`
    : 'In the last 6 months';

/** What else the reader did lately, beside the sheet. */
export const OtherActivities = ({ detail, viewer }: { detail: ActivityDetail; viewer: Viewer }) => {
  const { data, error, refetch } = useQuery(otherActivitiesQuery(detail, viewer));
  const content = (): ReactNode => {
    if (data && data.length > 0)
      return (
        <Box as="ul" m="0" p="0" listStyleType="none">
          {data.map((activity) => (
            <Activity key={activity.qualifiedId} activity={activity} />
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
      subtitle={subtitleOf(detail.otherActivitiesForReaderCount, data?.length ?? Infinity)}
      width="100%"
      maxW={{ base: '550px', xl: 'none' }}
      css={{ '@media (min-width: 1200px)': { maxWidth: 'none' } }}
    >
      {content()}
    </Card>
  );
};
