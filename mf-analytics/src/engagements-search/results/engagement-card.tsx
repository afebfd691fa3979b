import { Box, CardListItem, Flex, Span, Text } from '@readerlens/ui';
import type { TableSelection } from '@readerlens/ui';
import { formatUtcDate } from '@readerlens/ui/parts';
import type { ReactNode } from 'react';
import type { EngagementRow } from '../search.queries.ts';
import { ActivityTypeIcon, QualityBadge } from '../../activity/activity-badges.tsx';
import { DocumentLink } from '../../activity/document-link.tsx';

import { Company, Reader } from './engagement-columns.tsx';
import { DetailsButton, SpecificsButton } from './row-buttons.tsx';

interface Props {
  row: EngagementRow;
  selection: TableSelection<EngagementRow>;
  /** Shown at the end of the card while it is expanded; undefined while it is collapsed. */
  detail: ReactNode;
}

/** An activity as a card, on narrow windows. */
export const EngagementCard = ({ row, selection, detail }: Props) => (
  <CardListItem
    {...{ row, selection }}
    title={<Reader row={row} />}
    subtitle={
      <>
        <Company row={row} />
        {row.jobTitle && <Span color="textMuted">{row.company ? ` · ${row.jobTitle}` : row.jobTitle}</Span>}
      </>
    }
    aside={
      <Text textStyle="small" color="textMuted" fontVariantNumeric="tabular-nums">
        {formatUtcDate(row.date)}
      </Text>
    }
  >
    <Text mt="2" overflowWrap="anywhere">
      <DocumentLink title={row.docTitle} address={row.portalUrl} />
    </Text>
    <Flex mt="2" gap="2" align="flex-end" textStyle="small" color="textMuted">
      <Flex flex="1" minW="0" columnGap="2" rowGap="1" align="center" wrap="wrap" minH="26px">
        <ActivityTypeIcon type={row.activityType} named />
        <span>{row.portal}</span>
        <span>{row.sequenceName}</span>
        <QualityBadge quality={row.qualityNum} named />
      </Flex>
      <SpecificsButton row={row} />
      <DetailsButton row={row} />
    </Flex>
    {detail !== undefined && (
      <Box mt="3" pt="3" borderTopWidth="1px">
        {detail}
      </Box>
    )}
  </CardListItem>
);
