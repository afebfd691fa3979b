import type { SearchSortField } from '@readerlens/contract/explorer';
import { readClientId } from '@readerlens/contract/explorer';
import { readerPath } from '@readerlens/contract/readers';
import { SubjectLink } from '@readerlens/filters';
import type { ListColumn } from '@readerlens/filters/list';
import { Box, Span } from '@readerlens/ui';
import { formatUtcDate } from '@readerlens/ui/parts';
import type { EngagementRow } from '../search.queries.ts';
import { ActivityTypeIcon, QualityBadge } from '../../activity/activity-badges.tsx';
import { DocumentLink } from '../../activity/document-link.tsx';
import { DetailsButton, SpecificsButton } from './row-buttons.tsx';

type ColumnId = SearchSortField | 'specifics' | 'details';

type Column = ListColumn<EngagementRow>;

/** Columns without a growth have the same width in every window. */
const column = (
  id: ColumnId,
  header: string,
  [minWidth, grow = 0]: readonly [minWidth: string, grow?: number],
  cell: Column['cell'],
): Column => ({
  id,
  header,
  minWidth,
  grow,
  cell,
  sortable: id !== 'specifics' && id !== 'details',
});

export const Reader = ({ row }: { row: EngagementRow }) => (
  <SubjectLink to={readerPath(row)} clientId={readClientId(row.qualifiedId)}>
    {row.fullName}
  </SubjectLink>
);

export const Company = ({ row }: { row: EngagementRow }) =>
  row.company === null ? null : (
    <SubjectLink to={row.readerCompanyUrl} clientId={readClientId(row.qualifiedId)}>
      {row.company}
    </SubjectLink>
  );

const ReaderWithTitle = ({ row }: { row: EngagementRow }) => (
  <>
    <Reader row={row} />
    {row.jobTitle && <Span color="textMuted" textStyle="caption">{` ${row.jobTitle}`}</Span>}
  </>
);

/** The columns of the list, in order. */
export const engagementColumns: readonly Column[] = [
  column('date', 'Date', ['94px'], (row) => (
    <Box as="span" fontVariantNumeric="tabular-nums">
      {formatUtcDate(row.date)}
    </Box>
  )),
  column('activityType', 'Type', ['62px'], (row) => <ActivityTypeIcon type={row.activityType} />),
  column('quality', 'Quality', ['78px'], (row) => <QualityBadge quality={row.qualityNum} />),
  column('fullName', 'Reader Name', ['140px', 3], (row) => <ReaderWithTitle row={row} />),
  column('company', 'Reader Company', ['138px', 2], (row) => <Company row={row} />),
  column('portal', 'Community', ['124px', 1], (row) => row.portal),
  column('docTitle', 'Document', ['180px', 4], (row) => (
    <DocumentLink title={row.docTitle} address={row.portalUrl} />
  )),
  column('sequence', 'Sequence', ['98px'], (row) => row.sequenceName),
  column('specifics', 'Specifics', ['80px'], (row) => <SpecificsButton row={row} />),
  { ...column('details', 'Details', ['68px'], (row) => <DetailsButton row={row} />), isFixed: true },
];
