import { SubjectLink } from '@readerlens/filters';
import type { OrgProperty } from '@readerlens/contract/most-active';
import type { SlotContext } from '@readerlens/contract/registry';
import { searchLink } from '@readerlens/filters/dashboard';
import type { FilterModel } from '@readerlens/filters/model';
import {
  Box,
  Flex,
  formatCount,
  HowCounted,
  SlotLinks,
  Span,
  TextLink,
  VisuallyHidden,
} from '@readerlens/ui';
import type { SlotMark, TableColumn } from '@readerlens/ui';
import { describeSearch, organizationActions } from '../../slots.ts';
import { ScoreParts } from '../../score/score-parts.tsx';
import { formatDollars } from '../../subject/organization-properties.ts';
import { Change, NameWithLinks, Rank } from '../rank-cells.tsx';
import { overTimeColumn } from '../trends/over-time.tsx';
import type { FindSeries } from '../trends/over-time.tsx';
import type { OrgRow } from './companies.queries.ts';

interface Options {
  model: FilterModel;
  /** The filters for the period before, where the activities of an organization are that has none now. */
  modelBefore: FilterModel | undefined;
  /** Shows the change since the period before. */
  compare: boolean;
  withRank: boolean;
  /** The rows are chosen or sorted by the number of engagements that they changed by, and the change is that number. */
  inEngagements: boolean;
  /** On a phone the change stands beside the name: it is what the rows are chosen by, and the other columns are scrolled to. */
  startsWithChange: boolean;
  withScore: boolean;
  /** Shows the engagements of both periods as bars; undefined without. */
  overTime: FindSeries | undefined;
  /** The user may see types of organizations. */
  withTypes: boolean;
  /** What else is shown of organizations. */
  properties: readonly OrgProperty[];
  /** The window is narrow, so that names have two lines. */
  narrow: boolean;
  /** Of other areas, by the id of the organization. */
  findMarks: (orgId: string) => readonly SlotMark[];
}

/** A number with a link to the activities behind it, if there are any. */
const figure = (model: FilterModel, row: OrgRow, count: number, unit: string) =>
  count === 0 ? (
    formatCount(count)
  ) : (
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

/** On a phone a name has two lines, which is what the fixed height of a row has room for, and no place for marks; links have a column. */
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

const rankColumn = ({ compare }: Options): TableColumn<OrgRow> => ({
  id: 'rank',
  header: 'Rank',
  minWidth: compare ? '84px' : '64px',
  grow: 0,
  cell: (row) => <Rank row={row} />,
});

const changeColumn = ({ modelBefore, inEngagements }: Options): TableColumn<OrgRow> => ({
  id: 'engagementsChange',
  header: 'Change',
  minWidth: '132px',
  grow: 0,
  sortable: true,
  cell: (row) => (
    <Change row={row} now={row.activitiesCount} inEngagements={inEngagements}>
      {row.activitiesCount === 0 && modelBefore
        ? figure(modelBefore, row, row.previousActivities ?? 0, 'engagements in the period before')
        : undefined}
    </Change>
  ),
});

const countColumns = ({ model, narrow }: Options): TableColumn<OrgRow>[] => [
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
];

/** Of other areas, such as to a new alert about the organization. */
const linksColumn = (search: SlotContext): TableColumn<OrgRow> => ({
  id: 'links',
  header: <VisuallyHidden>Actions</VisuallyHidden>,
  // Two, which is what staff have.
  minWidth: '84px',
  grow: 0,
  cell: ({ orgId, orgName }) => (
    <SlotLinks
      shape="icon"
      size="sm"
      variant="ghost"
      about={orgName}
      slot={organizationActions}
      context={{ organization: orgId, ...search }}
    />
  ),
});

const scoreColumn: TableColumn<OrgRow> = {
  id: 'engagementScore',
  header: 'Score',
  minWidth: '96px',
  grow: 0,
  numeric: true,
  sortable: true,
  cell: ({ orgName, score }) =>
    score ? (
      <Flex as="span" align="center" justify="flex-end" gap="0.5">
        <HowCounted of={`${orgName}: score`}>
          <ScoreParts score={score} />
        </HowCounted>
        {score.total}
      </Flex>
    ) : (
      <Span color="textMuted">–</Span>
    ),
};

/** As in all files. */
export const propertyHeaders: Readonly<Record<OrgProperty, string>> = {
  countries: 'Countries',
  revenue: 'Revenue',
  productCategories: 'Product Category',
};

const propertyColumns: Readonly<Record<OrgProperty, TableColumn<OrgRow>>> = {
  countries: {
    id: 'countries',
    header: propertyHeaders.countries,
    minWidth: '150px',
    grow: 2,
    cell: ({ countries = [] }) => countries.join(', '),
  },
  revenue: {
    id: 'revenue',
    header: propertyHeaders.revenue,
    minWidth: '132px',
    grow: 0,
    numeric: true,
    // Undefined while the rows from before the choice are shown.
    cell: ({ revenue }) =>
      typeof revenue === 'number' ? formatDollars(revenue) : <Span color="textMuted">–</Span>,
  },
  productCategories: {
    id: 'productCategories',
    header: propertyHeaders.productCategories,
    minWidth: '150px',
    grow: 2,
    cell: ({ productCategories = [] }) => productCategories.join(', '),
  },
};

/** Beside columns that one has chosen, a table that scrolls is better than names that are cut off. */
const findNameWidth = ({ narrow, properties }: Options): string => {
  if (narrow) return '140px';
  return properties.length > 0 ? '186px' : '126px';
};

const nameOrganization = ({ orgId, orgName }: OrgRow) => ({ id: orgId, name: orgName });

/** The columns of the ranking. */
export const companyColumns = (options: Options): TableColumn<OrgRow>[] => {
  const { model, compare, withRank, startsWithChange, withScore, overTime, withTypes, narrow, findMarks } =
    options;
  const search = describeSearch(model);
  const change = compare ? [changeColumn(options)] : [];
  const score = withScore ? [scoreColumn] : [];
  const bars = overTime ? [overTimeColumn(overTime, nameOrganization)] : [];
  const counts = countColumns(options);
  const links = narrow ? [linksColumn(search)] : [];
  return [
    ...(withRank ? [rankColumn(options)] : []),
    {
      id: 'orgName',
      header: 'Reader Org',
      minWidth: findNameWidth(options),
      grow: 3,
      sortable: true,
      cell: (row) => <Name row={row} search={search} wraps={narrow} marks={findMarks(row.orgId)} />,
    },
    ...score,
    ...(startsWithChange ? [...change, ...links, ...counts] : [...counts, ...change, ...links]),
    ...bars,
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
    ...options.properties.map((property) => propertyColumns[property]),
  ];
};
