import { Box, Checkbox, Flex, Heading, Skeleton, Text, styled } from '@readerlens/ui';
import type { TableSelection } from '@readerlens/ui';
import type { ReactNode } from 'react';
import type { EngagementRow } from '../search.queries.ts';
import { ActivityTypeIcon, QualityBadge } from './activity-badges.tsx';
import { dayText } from './engagement.ts';
import { Company, Reader } from './engagement-columns.tsx';
import { DocumentLink } from './offered-link.tsx';
import { DetailsButton, SpecificsButton } from './row-buttons.tsx';

const List = styled('ul', { base: { display: 'grid', gap: '3', listStyleType: 'none', m: 0, p: 0 } });

const Item = styled('li', {
  base: {
    p: '3',
    background: 'surface',
    borderWidth: '1px',
    borderRadius: 'lg',
    '&[data-selected]': { background: 'selected', borderColor: 'accent' },
  },
});

interface Props {
  label: string;
  rows: readonly EngagementRow[];
  selection: TableSelection<EngagementRow>;
  detailOf: (row: EngagementRow) => ReactNode;
  loadingRows: number | undefined;
}

const Card = ({ row, selection, detailOf }: Omit<Props, 'rows' | 'label'> & { row: EngagementRow }) => {
  const selected = selection.isSelected(row);
  const detail = detailOf(row);
  return (
    <Item data-selected={selected ? '' : undefined}>
      <Flex gap="3" align="flex-start">
        <Checkbox
          label={selection.labelOf(row)}
          hideLabel
          checked={selected}
          onChange={(event: { currentTarget: HTMLInputElement }) =>
            selection.onToggle(row, event.currentTarget.checked)
          }
        />
        <Box flex="1" minW="0" overflowWrap="anywhere">
          <Heading as="h2" textStyle="body" fontWeight="semibold">
            <Reader row={row} />
          </Heading>
          <Text textStyle="small">
            <Company row={row} />
          </Text>
        </Box>
        <Text textStyle="small" color="textMuted" fontVariantNumeric="tabular-nums">
          {dayText(row.date)}
        </Text>
      </Flex>
      <Text mt="2" overflowWrap="anywhere">
        <DocumentLink title={row.docTitle} address={row.portalUrl} />
      </Text>
      <Flex mt="2" gap="2" align="center" wrap="wrap" textStyle="small" color="textMuted">
        <ActivityTypeIcon type={row.activityType} named />
        <span>{row.portal}</span>
        <span>{row.sequenceName}</span>
        <QualityBadge quality={row.qualityNum} named />
        <Flex ms="auto" gap="1">
          <SpecificsButton row={row} />
          <DetailsButton row={row} />
        </Flex>
      </Flex>
      {detail !== undefined && (
        <Box mt="3" pt="3" borderTopWidth="1px">
          {detail}
        </Box>
      )}
    </Item>
  );
};

/** The list on a phone: a card for each activity. */
export const EngagementCards = ({ label, rows, loadingRows, ...rest }: Props) => {
  if (loadingRows !== undefined) {
    return (
      <Box as="output" display="grid" gap="3" aria-label="Loading" aria-busy="true">
        {Array.from({ length: Math.min(loadingRows, 4) }, (_, index) => (
          <Skeleton key={index} height="140px" />
        ))}
      </Box>
    );
  }
  return (
    <List aria-label={label}>
      {rows.map((row) => (
        <Card key={row.qualifiedId} row={row} loadingRows={loadingRows} {...rest} />
      ))}
    </List>
  );
};
