import type { SearchSortField } from '@readerlens/contract/explorer';
import { Box, Text } from '@readerlens/ui';
import type { TableColumn } from '@readerlens/ui';
import type { EngagementRow } from '../search.queries.ts';
import { ActivityTypeIcon, QualityBadge } from '../../activity/activity-badges.tsx';
import { dayText, readerOf, readerPath } from './engagement.ts';
import { DocumentLink, OfferedLink } from './offered-link.tsx';
import { DetailsButton, SpecificsButton } from './row-buttons.tsx';

type ColumnId = SearchSortField | 'specifics' | 'details';

export interface EngagementColumn extends TableColumn<EngagementRow> {
  id: ColumnId;
  header: string;
}

const column = (
  id: ColumnId,
  header: string,
  minWidth: string,
  cell: EngagementColumn['cell'],
): EngagementColumn => ({
  id,
  header,
  minWidth,
  cell,
  sortable: id !== 'specifics' && id !== 'details',
});

export const Reader = ({ row }: { row: EngagementRow }) => (
  <>
    {row.fullName === null ? readerOf(row) : <OfferedLink to={readerPath(row)}>{row.fullName}</OfferedLink>}
    {row.jobTitle && (
      <Text textStyle="caption" fontWeight="regular" color="textMuted" lineClamp="2" title={row.jobTitle}>
        {row.jobTitle}
      </Text>
    )}
  </>
);

export const Company = ({ row }: { row: EngagementRow }) =>
  row.company === null ? null : <OfferedLink to={row.readerCompanyUrl}>{row.company}</OfferedLink>;

/** The columns of the list, in order. */
export const engagementColumns: readonly EngagementColumn[] = [
  column('date', 'Date', '92px', (row) => <Box fontVariantNumeric="tabular-nums">{dayText(row.date)}</Box>),
  column('activityType', 'Type', '60px', (row) => <ActivityTypeIcon type={row.activityType} />),
  column('quality', 'Quality', '74px', (row) => <QualityBadge quality={row.qualityNum} />),
  column('fullName', 'Reader Name', '136px', (row) => <Reader row={row} />),
  column('company', 'Reader Company', '132px', (row) => <Company row={row} />),
  column('portal', 'Community', '128px', (row) => row.portal),
  column('docTitle', 'Document', '178px', (row) => (
    <DocumentLink title={row.docTitle} address={row.portalUrl} />
  )),
  column('sequence', 'Sequence', '92px', (row) => row.sequenceName),
  column('specifics', 'Specifics', '76px', (row) => <SpecificsButton row={row} />),
  column('details', 'Details', '66px', (row) => <DetailsButton row={row} />),
];
