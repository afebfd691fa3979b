import { SubjectLink } from '@readerlens/filters';
import { marketingPages } from '@readerlens/contract/marketing-pages';
import { cohortWindowDays, newnessPageSizes } from '@readerlens/contract/marketing';
import type { CallData, Calls } from '@readerlens/contract/client';
import { sources, sourceLabels } from '@readerlens/contract/vocabulary';
import type { Source } from '@readerlens/contract/vocabulary';
import { searchLink, shapedFigureQuery } from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { ListRows, knownOption, listAddress, useListPage, useListView } from '@readerlens/filters/list';
import type { FileView, ListColumn, ListParameter } from '@readerlens/filters/list';
import {
  Button,
  CardListItem,
  EmptyState,
  Flex,
  Heading,
  SelectField,
  Span,
  Stack,
  Text,
  TextLink,
  formatCount,
} from '@readerlens/ui';
import { formatMonthLong } from '@readerlens/ui/charts';
import { formatUtcDate, countText } from '@readerlens/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useFocusOnChange } from '../use-focus-on-change.ts';
import { kindsOfShown, shownKinds, subjectWords } from './newness.ts';
import type { NewnessChoice, ShownKind } from './newness.ts';

type Row = CallData<Calls['POST /api/marketing-performance/newness/rows']>[number];

const kindParameter: ListParameter<ShownKind> = {
  read: (text) => knownOption(shownKinds, text) ?? 'new',
  write: (kind) => (kind === 'new' ? undefined : kind),
};
const monthParameter: ListParameter<string> = {
  read: (text) => (text !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text : ''),
  write: (month) => month || undefined,
};
const sourceParameter: ListParameter<Source | undefined> = {
  read: (text) => knownOption(sources, text),
  write: (source) => source,
};

export const rowsAddress = listAddress(
  {
    sortColumns: ['engagements'],
    sizes: newnessPageSizes,
    start: { sort: { column: 'engagements', descending: true }, page: 1, size: 10 },
  },
  { kind: kindParameter, month: monthParameter, source: sourceParameter },
);
export type RowsView = ReturnType<typeof rowsAddress.read>;

/** The path of the page. */
export const netNewPath = marketingPages.netNew.path;

/** Id of the list, for links on the page. */
export const newnessListId = 'rows';

/** The address of the page with the rows behind a number, from its `location.search`. */
export const rowsLink = (
  search: string,
  { kind, month = '', source }: { kind: ShownKind; month?: string; source?: Source },
): string => {
  const start = rowsAddress.read('');
  return `${netNewPath}${rowsAddress.write({ ...start, kind, month, source }, search)}#${newnessListId}`;
};

const rowsQuery = (search: DashboardSearch, { subject, lookback }: NewnessChoice, view: FileView<RowsView>) =>
  shapedFigureQuery(
    'POST /api/marketing-performance/newness/rows',
    search,
    {
      body: {
        subject,
        lookback,
        kinds: [...kindsOfShown[view.kind]],
        page: view.page,
        size: view.size,
        ...(view.kind === 'fullMonths' ? { isFullMonth: true as const } : {}),
        ...(view.month ? { month: view.month } : {}),
        ...(view.source && view.kind !== 'fullMonths' ? { source: view.source } : {}),
      },
    },
    ({ data, total }) => ({ items: data, total }),
  );

const kindLabels: Record<Row['kind'], string> = {
  netNew: 'Net new',
  reactivated: 'Reactivated',
  returning: 'Returning',
};

const listedLabels: Record<ShownKind, string> = {
  new: 'New: net new and reactivated',
  netNew: 'Net new',
  reactivated: 'Reactivated',
  returning: 'Returning',
  active: 'All active',
  fullMonths: `New in months whose ${cohortWindowDays} days are over`,
};

const drillTo = ({ subject }: NewnessChoice, search: DashboardSearch, { id }: Row): string =>
  searchLink(search.model, subject === 'readers' ? { reader: id } : { org: id });

interface CellProps {
  row: Row;
  choice: NewnessChoice;
  search: DashboardSearch;
}

/** The activities of the whole period; those of a month are a part of them. */
const Engagements = ({ row, choice, search }: CellProps) => (
  <TextLink
    to={drillTo(choice, search, row)}
    aria-label={`${row.name}: ${countText(row.engagements, 'engagement')}`}
  >
    {formatCount(row.engagements)}
  </TextLink>
);

const buildColumns = (
  choice: NewnessChoice,
  search: DashboardSearch,
  isMonth: boolean,
): ListColumn<Row>[] => [
  {
    id: 'name',
    header: choice.subject === 'readers' ? 'Reader' : 'Organization',
    minWidth: '160px',
    grow: 3,
    cell: (row) => <SubjectLink to={row.path}>{row.name}</SubjectLink>,
    text: ({ name }) => name,
  },
  ...(choice.subject === 'readers'
    ? [
        {
          id: 'organization',
          header: 'Organization',
          minWidth: '140px',
          grow: 2,
          cell: ({ organization }: Row) =>
            organization && <SubjectLink to={organization.path}>{organization.name}</SubjectLink>,
          text: ({ organization }: Row) => organization?.name ?? '',
        },
      ]
    : []),
  { id: 'kind', header: 'Kind', minWidth: '108px', grow: 0, cell: ({ kind }) => kindLabels[kind] },
  {
    id: 'first',
    header: 'First in period',
    minWidth: '116px',
    grow: 0,
    cell: ({ firstOn }) => formatUtcDate(firstOn),
  },
  {
    id: 'previous',
    header: 'Before that',
    minWidth: '108px',
    grow: 0,
    cell: ({ previousOn }) => (previousOn === null ? 'Never' : formatUtcDate(previousOn)),
  },
  {
    id: 'engagements',
    header: 'Engagements',
    minWidth: '116px',
    grow: 0,
    numeric: true,
    cell: (row) => (isMonth ? formatCount(row.engagements) : <Engagements {...{ row, choice, search }} />),
    text: ({ engagements }) => formatCount(engagements),
  },
];

interface Props {
  search: DashboardSearch;
  choice: NewnessChoice;
}

/** The readers or organizations behind a number of the page. */
export const NewnessRows = ({ search, choice }: Props) => {
  const { view, show } = useListView(rowsAddress);
  const list = useListPage(useQuery(rowsQuery(search, choice, view)), {
    ...view,
    show,
  });
  const section = useFocusOnChange([choice.subject, view.kind, view.month, view.source].join());
  const words = subjectWords[choice.subject];
  const { total } = list;
  const limits = [
    ...(view.month ? [`in ${formatMonthLong(view.month)}`] : []),
    ...(view.source && view.kind !== 'fullMonths' ? [`first through ${sourceLabels[view.source]}`] : []),
  ].join(', ');
  return (
    <Stack
      as="section"
      id={newnessListId}
      ref={section}
      tabIndex={-1}
      aria-label={words.title}
      gap="3"
      scrollMarginTop="4"
    >
      <Flex align="end" gap="3" wrap="wrap">
        <Heading as="h2">{words.title}</Heading>
        <Span flex="1" aria-live="polite" color="textMuted" fontVariantNumeric="tabular-nums">
          {total !== undefined && countText(total, words.one, words.many)}
          {limits && ` ${limits}`}
        </Span>
        {limits && (
          <Button size="sm" onClick={() => show({ month: '', source: undefined, page: 1 })}>
            Whole period
          </Button>
        )}
        <SelectField
          label="Show"
          hideLabel
          width="auto"
          value={view.kind}
          options={shownKinds.map((kind) => ({ value: kind, label: listedLabels[kind] }))}
          onChange={(event) => {
            const kind = knownOption(shownKinds, event.target.value);
            // A first source is only known of new ones.
            if (kind) show({ kind, page: 1, source: undefined });
          }}
        />
      </Flex>
      <ListRows
        {...{ list, view, show }}
        file={(place) => rowsQuery(search, choice, { ...view, ...place })}
        rules={rowsAddress.rules}
        isSortable={false}
        columns={buildColumns(choice, search, view.month !== '' || view.kind === 'fullMonths')}
        renderCard={(row) => (
          <CardListItem
            row={row}
            title={<SubjectLink to={row.path}>{row.name}</SubjectLink>}
            subtitle={row.organization?.name}
            aside={kindLabels[row.kind]}
          >
            <Text mt="1" textStyle="small" color="textMuted">
              {`First ${formatUtcDate(row.firstOn)} · ${countText(row.engagements, 'engagement')}`}
            </Text>
          </CardListItem>
        )}
        caption={`${listedLabels[view.kind]} ${words.many}`}
        pages={`Pages of ${words.many}`}
        // In the months whose days are over, somebody can be new twice.
        rowKey={({ id, firstOn }) => `${id} ${firstOn}`}
        density="comfortable"
        fills={false}
        loadingHeight="88px"
        refused={`You do not have access to these ${words.many}`}
        empty={
          <EmptyState
            title={`No ${words.many} found`}
            message="No activity of the period belongs to this group. Choose another group or a longer period."
          />
        }
      />
    </Stack>
  );
};
