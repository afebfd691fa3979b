import { SubjectLink } from '@readerlens/filters';
import { findReaderPath } from '@readerlens/contract/readers';
import { searchLink } from '@readerlens/filters/dashboard';
import type { ListColumn } from '@readerlens/filters/list';
import type { FilterModel } from '@readerlens/filters/model';
import { formatCount, TextAnchor, TextLink } from '@readerlens/ui';
import type { SlotMark } from '@readerlens/ui';
import { formatUtcDate } from '@readerlens/ui/parts';
import { profileAddress } from '../../activity/web-address.ts';
import { describeSearch, readerActions } from '../../slots.ts';
import { Change, NameWithLinks, Rank } from '../rank-cells.tsx';
import type { ReaderRow } from './readers.queries.ts';

interface FigureProps {
  model: FilterModel;
  row: ReaderRow;
  count: number;
  unit: string;
}

/** A number with a link to the activities behind it. */
export const ReaderFigure = ({ model, row, count, unit }: FigureProps) => (
  <TextLink
    to={searchLink(model, { reader: row.readerId })}
    aria-label={`${row.name}: ${formatCount(count)} ${unit}`}
  >
    {formatCount(count)}
  </TextLink>
);

export const LinkedIn = ({ row }: { row: ReaderRow }) => {
  const address = profileAddress(row.linkedInUrl);
  return address === undefined ? null : (
    <TextAnchor
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`LinkedIn profile of ${row.name}`}
    >
      Profile
    </TextAnchor>
  );
};

export const Organization = ({ row }: { row: ReaderRow }) =>
  row.orgName === null ? null : <SubjectLink to={row.companyUrl}>{row.orgName}</SubjectLink>;

type Column = ListColumn<ReaderRow>;

const changeColumn: Column = {
  id: 'change',
  header: 'Change',
  minWidth: '132px',
  grow: 0,
  cell: (row) => <Change row={row} now={row.totalEngagements} />,
};

/** The columns of the ranking. */
export const readerColumns = (
  model: FilterModel,
  compare: boolean,
  findMarks: (readerId: string) => readonly SlotMark[],
): Column[] => {
  const search = describeSearch(model);
  return [
    {
      id: 'rank',
      header: 'Rank',
      minWidth: compare ? '84px' : '60px',
      grow: 0,
      cell: (row) => <Rank row={row} />,
    },
    {
      id: 'name',
      header: 'Reader Name',
      minWidth: '132px',
      grow: 2,
      sortable: true,
      cell: (row) => (
        <NameWithLinks
          name={row.name}
          marks={findMarks(row.readerId)}
          stacked
          slot={readerActions}
          context={{ reader: row.readerId, ...search }}
        >
          <SubjectLink to={findReaderPath(row.userIdOrEmail)}>{row.name}</SubjectLink>
        </NameWithLinks>
      ),
    },
    { id: 'email', header: 'Email', minWidth: '132px', grow: 3, cell: (row) => row.email },
    {
      id: 'jobTitle',
      header: 'Job Title',
      minWidth: '116px',
      grow: 2,
      sortable: true,
      cell: (row) => row.jobTitle,
    },
    { id: 'org', header: 'Org', minWidth: '128px', grow: 2, cell: (row) => <Organization row={row} /> },
    { id: 'linkedIn', header: 'LinkedIn', minWidth: '80px', grow: 0, cell: (row) => <LinkedIn row={row} /> },
    {
      id: 'totalEngagements',
      header: 'Engagements',
      minWidth: '112px',
      grow: 0,
      numeric: true,
      sortable: true,
      cell: (row) => <ReaderFigure {...{ model, row }} count={row.totalEngagements} unit="engagements" />,
    },
    ...(compare ? [changeColumn] : []),
    {
      id: 'totalDocuments',
      header: 'Documents',
      minWidth: '104px',
      grow: 0,
      numeric: true,
      sortable: true,
      cell: (row) => <ReaderFigure {...{ model, row }} count={row.totalDocuments} unit="documents" />,
    },
    {
      id: 'mostRecent',
      header: 'Most Recent',
      minWidth: '112px',
      grow: 0,
      sortable: true,
      cell: ({ mostRecent }) => formatUtcDate(mostRecent),
    },
  ];
};
