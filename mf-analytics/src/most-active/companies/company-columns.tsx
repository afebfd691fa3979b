import { SubjectLink } from '@readerlens/filters';
import type { SlotContext } from '@readerlens/contract/registry';
import { searchLink } from '@readerlens/filters/dashboard';
import type { FilterModel } from '@readerlens/filters/model';
import { Box, formatCount, Span, TextLink } from '@readerlens/ui';
import type { SlotMark, TableColumn } from '@readerlens/ui';
import { describeSearch, organizationActions } from '../../slots.ts';
import { Change, NameWithLinks, Rank } from '../rank-cells.tsx';
import type { OrgRow } from './companies.queries.ts';

interface Options {
  model: FilterModel;
  compare: boolean;
  /** The user may see types of organizations. */
  withTypes: boolean;
  /** The window is narrow, so that the rank is left out unless it is compared, and names have two lines. */
  narrow: boolean;
  /** Of other areas, by the id of the organization. */
  findMarks: (orgId: string) => readonly SlotMark[];
}

/** A number with a link to the activities behind it. */
const figure = (model: FilterModel, row: OrgRow, count: number, unit: string) => (
  <TextLink
    to={searchLink(model, { org: row.orgId })}
    aria-label={`${row.orgName}: ${formatCount(count)} ${unit}`}
  >
    {formatCount(count)}
  </TextLink>
);

/** A header on a phone, whose width the names need. */
const twoLines = (text: string) => (
  <Span whiteSpace="normal" textAlign="end" lineHeight="1.2">
    {text}
  </Span>
);

interface NameProps {
  row: OrgRow;
  search: SlotContext;
  wraps: boolean;
  marks: readonly SlotMark[];
}

/** On a phone a name has two lines, which is what the fixed height of a row has room for, and no place for links and marks. */
const Name = ({ row, search, wraps, marks }: NameProps) => {
  const link = <SubjectLink to={row.companyUrl}>{row.orgName}</SubjectLink>;
  return wraps ? (
    <Box whiteSpace="normal" overflowWrap="anywhere" lineClamp="2" lineHeight="1.3">
      {link}
    </Box>
  ) : (
    <NameWithLinks
      name={row.orgName}
      marks={marks}
      slot={organizationActions}
      context={{ organization: row.orgId, ...search }}
    >
      {link}
    </NameWithLinks>
  );
};

/** The columns of the ranking. */
export const companyColumns = ({
  model,
  compare,
  withTypes,
  narrow,
  findMarks,
}: Options): TableColumn<OrgRow>[] => {
  const search = describeSearch(model);
  return [
    ...(compare || !narrow
      ? [
          {
            id: 'rank',
            header: 'Rank',
            minWidth: compare ? '84px' : '64px',
            grow: 0,
            cell: (row: OrgRow) => <Rank row={row} />,
          },
        ]
      : []),
    {
      id: 'orgName',
      header: 'Reader Org',
      minWidth: narrow ? '160px' : '126px',
      grow: 3,
      sortable: true,
      cell: (row) => <Name row={row} search={search} wraps={narrow} marks={findMarks(row.orgId)} />,
    },
    {
      id: 'uniqueReaders',
      header: narrow ? twoLines('Unique Readers') : 'Unique Readers',
      minWidth: narrow ? '84px' : '118px',
      grow: 0,
      numeric: true,
      sortable: true,
      cell: (row) => figure(model, row, row.uniqueReaders, 'unique readers'),
    },
    {
      id: 'activitiesCount',
      header: 'Engagements',
      minWidth: '110px',
      grow: 0,
      numeric: true,
      sortable: true,
      cell: (row) => figure(model, row, row.activitiesCount, 'engagements'),
    },
    ...(compare
      ? [
          {
            id: 'change',
            header: 'Change',
            minWidth: '132px',
            grow: 0,
            cell: (row: OrgRow) => <Change row={row} now={row.activitiesCount} />,
          },
        ]
      : []),
    ...(withTypes
      ? [
          {
            id: 'companyType',
            header: 'Org Type',
            minWidth: '140px',
            grow: 2,
            cell: (row: OrgRow) => row.companyType.join(', '),
          },
        ]
      : []),
  ];
};
