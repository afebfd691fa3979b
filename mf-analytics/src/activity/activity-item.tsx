import { SubjectLink } from '@readerlens/filters';
import { Box, Flex, Span, Text, TextLink, styled } from '@readerlens/ui';
import type { CallData, Calls } from '@readerlens/contract/client';
import { readerPath } from '@readerlens/contract/readers';
import { formatUtcDate, listState } from '@readerlens/ui/parts';
import { activityPath } from './activity-address.ts';
import { ActivityTypeIcon, QualityBadge } from './activity-badges.tsx';

type Activity = CallData<Calls['GET /api/analytics/reader-activities/{type}/{id}']>[number];

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

interface Props {
  activity: Activity;
  /** The `location.search` of the list to return to. */
  list?: string;
  /** Names the reader, linked to their dashboard. */
  withReader?: boolean;
}

/** An activity in a short list, linked to its page. */
export const ActivityItem = ({ activity, list = '', withReader = false }: Props) => (
  <Item>
    <ActivityTypeIcon type={activity.activityType} />
    <Box minW="0" overflowWrap="anywhere">
      <TextLink to={activityPath(activity.qualifiedId)} state={listState(list)}>
        {activity.docTitle}
      </TextLink>
      {/* Two links need some space between them to be hit. */}
      <Text textStyle="small" color="textMuted" mt={withReader ? '0.5' : undefined}>
        {withReader && (
          <>
            <SubjectLink to={readerPath(activity)}>{activity.fullName}</SubjectLink>
            {' · '}
          </>
        )}
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
      <Span fontVariantNumeric="tabular-nums">{formatUtcDate(activity.date)}</Span>
    </Flex>
  </Item>
);
