import { marketingPages } from '@readerlens/contract/marketing-pages';
import { documentSets, documentSortFields } from '@readerlens/contract/marketing';
import type { ComparedPeriod, DocumentSet, DocumentSortField } from '@readerlens/contract/marketing';
import { formatAverage } from '@readerlens/contract/marketing-rates';
import type { CallData, Calls } from '@readerlens/contract/client';
import { drillToDocuments, shapedFigureQuery } from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { ListRows, knownOption, listAddress, useListPage, useListView } from '@readerlens/filters/list';
import type { FileView, ListColumn, ListParameter } from '@readerlens/filters/list';
import {
  Badge,
  CardListItem,
  EmptyState,
  Flex,
  Heading,
  SelectField,
  Span,
  Stack,
  Text,
  TextAnchor,
  TextLink,
  formatCount,
} from '@readerlens/ui';
import { formatChange } from '@readerlens/ui/charts';
import { formatUtcDate, countText } from '@readerlens/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { webAddress } from '../../activity/web-address.ts';
import { useFocusOnChange } from '../use-focus-on-change.ts';

export type DocumentRow = CallData<Calls['POST /api/marketing-performance/content/rows']>[number];

const setParameter: ListParameter<DocumentSet> = {
  read: (text) => knownOption(documentSets, text) ?? 'engaged',
  write: (set) => (set === 'engaged' ? undefined : set),
};
const weekParameter: ListParameter<number> = {
  read: (text) => (text !== null && /^\d{1,2}$/.test(text) && Number(text) < 26 ? Number(text) : 0),
  write: (week) => (week === 0 ? undefined : String(week)),
};

const address = listAddress(
  {
    sortColumns: documentSortFields,
    sizes: [10, 20, 50],
    start: { sort: { column: 'engagements', descending: true }, page: 1, size: 10 },
  },
  { set: setParameter, week: weekParameter },
);
type View = ReturnType<typeof address.read>;

/** The path of the page. */
export const contentInsightsPath = marketingPages.contentInsights.path;

/** The address of the page with the documents behind a number, from its `location.search`. */
export const documentsLink = (search: string, set: DocumentSet, week = 0): string =>
  `${contentInsightsPath}${address.write({ ...address.read(''), set, week }, search)}`;

const rowsQuery = (
  search: DashboardSearch,
  comparedWith: ComparedPeriod,
  { set, week, sort, page, size }: FileView<View>,
) =>
  shapedFigureQuery(
    'POST /api/marketing-performance/content/rows',
    search,
    {
      body: {
        set,
        comparedWith,
        page,
        size,
        sort: { field: sort.column, order: sort.descending ? 'desc' : 'asc' },
        ...(set === 'published' ? { week } : {}),
      },
    },
    ({ data, total }) => ({ items: data, total }),
  );

const setLabels: Record<DocumentSet, string> = {
  engaged: 'With engagements',
  available: 'Available',
  declining: 'Declining',
  silent: 'Silent for 90 days',
  published: 'Published in the period',
};

const Title = ({ row }: { row: DocumentRow }) => {
  const href = webAddress(row.url);
  return href === undefined ? (
    row.name
  ) : (
    <TextAnchor href={href} target="_blank" rel="noopener noreferrer">
      {row.name}
    </TextAnchor>
  );
};

/** Type, stage and origin. */
const describeKind = ({ documentType, stage, origin }: DocumentRow): string =>
  [documentType, stage, origin].join(' · ');

const Engagements = ({ row, search }: { row: DocumentRow; search: DashboardSearch }) =>
  row.engagements === 0 ? (
    '0'
  ) : (
    <TextLink
      to={drillToDocuments(search.model, [row.id])}
      aria-label={`${row.name}: ${countText(row.engagements, 'engagement')}`}
    >
      {formatCount(row.engagements)}
    </TextLink>
  );

const describeChange = ({ engagements, previousEngagements }: DocumentRow): string =>
  formatChange(engagements, previousEngagements)?.text ?? `from ${formatCount(previousEngagements)}`;

const numeric = { grow: 0, numeric: true, sortable: true } as const;

const buildColumns = (search: DashboardSearch): ListColumn<DocumentRow>[] => [
  {
    id: 'document',
    header: 'Document',
    minWidth: '220px',
    grow: 4,
    cell: (row) => (
      <>
        <Title row={row} />
        <Text textStyle="small" color="textMuted" truncate>
          {row.isDeclining && (
            <Badge tone="negative" marginEnd="1.5">
              Declining
            </Badge>
          )}
          {describeKind(row)}
        </Text>
      </>
    ),
    text: (row) => `${row.name} (${describeKind(row)}${row.isDeclining ? ' · Declining' : ''})`,
  },
  { id: 'themes', header: 'Theme', minWidth: '130px', grow: 2, cell: ({ themes }) => themes.join(', ') },
  {
    id: 'engagements',
    header: 'Engagements',
    minWidth: '116px',
    ...numeric,
    cell: (row) => <Engagements {...{ row, search }} />,
    text: ({ engagements }) => formatCount(engagements),
  },
  { id: 'change', header: 'Change', minWidth: '84px', grow: 0, numeric: true, cell: describeChange },
  {
    id: 'readers',
    header: 'Readers',
    minWidth: '88px',
    ...numeric,
    cell: ({ readers }) => formatCount(readers),
  },
  {
    id: 'organizations',
    header: 'Organizations',
    minWidth: '122px',
    ...numeric,
    cell: ({ organizations }) => formatCount(organizations),
  },
  {
    id: 'engagementsPerReader',
    header: 'Per reader',
    minWidth: '104px',
    ...numeric,
    cell: ({ engagements, readers }) => formatAverage({ part: engagements, of: readers }),
  },
  {
    id: 'lastEngaged',
    header: 'Last engaged',
    minWidth: '116px',
    grow: 0,
    sortable: true,
    cell: ({ lastOn }) => (lastOn === null ? 'Never' : formatUtcDate(lastOn)),
  },
];

const sortLabelsTo = (column: string): DocumentSortField | undefined =>
  knownOption(documentSortFields, column);

/** The documents behind a number of the page. */
export const DocumentRows = ({
  search,
  comparedWith,
}: {
  search: DashboardSearch;
  /** The period of the changes. */
  comparedWith: ComparedPeriod;
}) => {
  const { view, show } = useListView(address);
  const list = useListPage(useQuery(rowsQuery(search, comparedWith, view)), {
    ...view,
    show,
  });
  const section = useFocusOnChange([view.set, view.week].join());
  const { total } = list;
  return (
    <Stack as="section" ref={section} tabIndex={-1} aria-label="Documents" gap="3" scrollMarginTop="4">
      <Flex align="end" gap="3" wrap="wrap">
        <Heading as="h2">Documents</Heading>
        <Span flex="1" aria-live="polite" color="textMuted" fontVariantNumeric="tabular-nums">
          {total !== undefined && countText(total, 'document')}
          {view.set === 'published' && view.week > 0 && ` that have had week ${view.week}`}
        </Span>
        <SelectField
          label="Show"
          hideLabel
          width="auto"
          value={view.set}
          options={documentSets.map((set) => ({ value: set, label: setLabels[set] }))}
          onChange={(event) => {
            const set = knownOption(documentSets, event.target.value);
            if (set) show({ set, week: 0, page: 1 });
          }}
        />
      </Flex>
      <ListRows
        {...{ list, view }}
        file={(place) => rowsQuery(search, comparedWith, { ...view, ...place })}
        show={(change) => {
          const column = change.sort && sortLabelsTo(change.sort.column);
          const { sort, ...place } = change;
          show({ ...place, ...(sort && column ? { sort: { ...sort, column } } : {}) });
        }}
        rules={address.rules}
        columns={buildColumns(search)}
        renderCard={(row) => (
          <CardListItem
            row={row}
            title={<Title row={row} />}
            subtitle={describeKind(row)}
            aside={row.isDeclining ? <Badge tone="negative">Declining</Badge> : null}
          >
            <Text mt="1" textStyle="small" color="textMuted">
              <Engagements {...{ row, search }} />
              {` ${row.engagements === 1 ? 'engagement' : 'engagements'} · ${countText(row.readers, 'reader')} · ${
                row.lastOn === null ? 'never engaged' : `last ${formatUtcDate(row.lastOn)}`
              }`}
            </Text>
          </CardListItem>
        )}
        caption={`Documents: ${setLabels[view.set]}`}
        pages="Pages of documents"
        rowKey={({ id }) => id}
        density="comfortable"
        fills={false}
        loadingHeight="96px"
        refused="You do not have access to these documents"
        empty={
          <EmptyState
            title="No documents found"
            message="No document belongs to this group in the period. Choose another group or a longer period."
          />
        }
      />
    </Stack>
  );
};
