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
import { overTimeColumn } from '../trends/over-time.tsx';
import type { FindSeries } from '../trends/over-time.tsx';
import type { ReaderRow } from './readers.queries.ts';

interface FigureProps {
  model: FilterModel;
  row: ReaderRow;
  count: number;
  unit: string;
}

/** A number with a link to the activities behind it, if there are any. */
export const ReaderFigure = ({ model, row, count, unit }: FigureProps) =>
  count === 0 ? (
    formatCount(count)
  ) : (
    <TextLink
      to={searchLink(model, { reader: row.readerId })}
      aria-label={`${row.name}: ${formatCount(count)} ${unit}`}
    >
      {formatCount(count)}
    </TextLink>
  );

interface ChangeProps {
  row: ReaderRow;
  /** The filters for the period before, where the activities of a reader are who has none now. */
  modelBefore: FilterModel | undefined;
  /** The rows are chosen or sorted by the number of engagements that they changed by, and the change is that number. */
  inEngagements: boolean;
}

/** The change since the period before, if it is compared. */
export const ReaderChange = ({ row, modelBefore, inEngagements }: ChangeProps) => (
  <Change row={row} now={row.totalEngagements} inEngagements={inEngagements}>
    {row.totalEngagements === 0 && modelBefore ? (
      <ReaderFigure
        model={modelBefore}
        row={row}
        count={row.previousActivities ?? 0}
        unit="engagements in the period before"
      />
    ) : undefined}
  </Change>
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

interface Options extends Omit<ChangeProps, 'row'> {
  model: FilterModel;
  /** Shows the change since the period before. */
  compare: boolean;
  withRank: boolean;
  /** Shows the engagements of both periods as bars; undefined without. */
  overTime: FindSeries | undefined;
  /** Of other areas, by the id of the reader. */
  findMarks: (readerId: string) => readonly SlotMark[];
}

const rankColumn = ({ compare }: Options): Column => ({
  id: 'rank',
  header: 'Rank',
  minWidth: compare ? '84px' : '60px',
  grow: 0,
  cell: (row) => <Rank row={row} />,
});

const changeColumn = ({ modelBefore, inEngagements }: Options): Column => ({
  id: 'engagementsChange',
  header: 'Change',
  minWidth: '132px',
  grow: 0,
  sortable: true,
  cell: (row) => <ReaderChange {...{ row, modelBefore, inEngagements }} />,
});

const linkedInColumn: Column = {
  id: 'linkedIn',
  header: 'LinkedIn',
  minWidth: '80px',
  grow: 0,
  cell: (row) => <LinkedIn row={row} />,
};

const nameReader = ({ readerId, name }: ReaderRow) => ({ id: readerId, name });

/** The columns of the ranking. */
export const readerColumns = (options: Options): Column[] => {
  const { model, compare, withRank, overTime, findMarks } = options;
  const search = describeSearch(model);
  /** Beside rank, change and bars, so that the last column is in sight at 1440. */
  const isCrowded = compare && withRank && overTime !== undefined;
  return [
    ...(withRank ? [rankColumn(options)] : []),
    {
      id: 'name',
      header: 'Reader Name',
      // Beside its links, a name needs the room that the rank of a comparison takes.
      minWidth: compare && withRank ? '132px' : '160px',
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
    {
      id: 'email',
      header: 'Email',
      minWidth: isCrowded ? '112px' : '132px',
      grow: 3,
      cell: (row) => row.email,
    },
    {
      id: 'jobTitle',
      header: 'Job Title',
      minWidth: isCrowded ? '100px' : '116px',
      grow: 2,
      sortable: true,
      cell: (row) => row.jobTitle,
    },
    {
      id: 'org',
      header: 'Org',
      minWidth: isCrowded ? '112px' : '128px',
      grow: 2,
      cell: (row) => <Organization row={row} />,
    },
    // The bars need its room: beside both, the last column would be out of sight on most windows.
    ...(overTime ? [] : [linkedInColumn]),
    {
      id: 'totalEngagements',
      header: 'Engagements',
      minWidth: '112px',
      grow: 0,
      numeric: true,
      sortable: true,
      cell: (row) => <ReaderFigure {...{ model, row }} count={row.totalEngagements} unit="engagements" />,
    },
    ...(compare ? [changeColumn(options)] : []),
    ...(overTime ? [overTimeColumn(overTime, nameReader)] : []),
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
