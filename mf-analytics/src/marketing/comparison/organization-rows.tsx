import { SubjectLink } from '@readerlens/filters';
import { noAccessMessage } from '@readerlens/contract/messages';
import { newnessPageSizes, overlapParts } from '@readerlens/contract/marketing';
import type { OverlapPart, SideName } from '@readerlens/contract/marketing';
import type { CallData, Calls } from '@readerlens/contract/client';
import { searchLink, shapedFigureQuery } from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { ListRows, knownOption, listAddress, useListPage, useListView } from '@readerlens/filters/list';
import type { FileView, ListColumn, ListParameter } from '@readerlens/filters/list';
import { narrowToSide } from '@readerlens/filters/model';
import {
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
import { countText } from '@readerlens/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useFocusOnChange } from '../use-focus-on-change.ts';
import { sideTitles } from '@readerlens/contract/marketing-figures';
import { sidesBody, withSides } from './sides.ts';
import type { Sides } from './sides.ts';

type Row = CallData<Calls['POST /api/marketing-performance/comparison/organizations']>[number];

export const partLabels: Record<OverlapPart, string> = {
  baseline: 'Only baseline',
  both: 'Both',
  comparison: 'Only comparison',
};

const partParameter: ListParameter<OverlapPart> = {
  read: (text) => knownOption(overlapParts, text) ?? 'both',
  write: (part) => (part === 'both' ? undefined : part),
};

const rowsAddress = listAddress(
  {
    sortColumns: ['engagements'],
    sizes: newnessPageSizes,
    start: { sort: { column: 'engagements', descending: true }, page: 1, size: 10 },
  },
  { part: partParameter },
);
type View = ReturnType<typeof rowsAddress.read>;

/** The path of the page. */
export const comparisonPath = '/performance/comparative-content-tactics';

/** Id of the list, for links on the page. */
const listId = 'organizations';

/** The address of the page with the organizations of a part, from its `location.search`. */
export const organizationsLink = (search: string, part: OverlapPart): string =>
  `${comparisonPath}${rowsAddress.write({ ...rowsAddress.read(''), part }, search)}#${listId}`;

const rowsQuery = (search: DashboardSearch, sides: Sides, { part, page, size }: FileView<View>) =>
  withSides(
    shapedFigureQuery(
      'POST /api/marketing-performance/comparison/organizations',
      search,
      { body: { ...sidesBody(sides), part, page, size } },
      ({ data, total }) => ({ items: data, total }),
    ),
    sides,
  );

interface Props {
  search: DashboardSearch;
  sides: Sides;
}

const Engagements = ({ row, name, search, sides }: Props & { row: Row; name: SideName }) => {
  const count = name === 'baseline' ? row.baselineEngagements : row.comparisonEngagements;
  if (count === 0) return '0';
  return (
    <TextLink
      to={searchLink(narrowToSide(search.model, sides[name]), { org: row.id })}
      aria-label={`${row.name}, ${name}: ${countText(count, 'engagement')}`}
    >
      {formatCount(count)}
    </TextLink>
  );
};

const buildColumns = (props: Props): ListColumn<Row>[] => [
  {
    id: 'name',
    header: 'Organization',
    minWidth: '180px',
    grow: 3,
    cell: (row) => <SubjectLink to={row.path}>{row.name}</SubjectLink>,
    text: ({ name }) => name,
  },
  ...(['baseline', 'comparison'] as const).map((name) => ({
    id: name,
    header: `${sideTitles[name]} engagements`,
    minWidth: '180px',
    grow: 0,
    numeric: true,
    cell: (row: Row) => <Engagements {...{ row, name }} {...props} />,
    text: (row: Row) => formatCount(row[`${name}Engagements`]),
  })),
];

/** The organizations behind a bar of the overlap. */
export const OrganizationRows = ({ search, sides }: Props) => {
  const { view, show } = useListView(rowsAddress);
  const list = useListPage(useQuery(rowsQuery(search, sides, view)), {
    ...view,
    show,
  });
  const section = useFocusOnChange(view.part);
  const { total } = list;
  return (
    <Stack
      as="section"
      id={listId}
      ref={section}
      tabIndex={-1}
      aria-label="Organizations"
      gap="3"
      scrollMarginTop="4"
    >
      <Flex align="end" gap="3" wrap="wrap">
        <Heading as="h2">Organizations</Heading>
        <Span flex="1" aria-live="polite" color="textMuted" fontVariantNumeric="tabular-nums">
          {total !== undefined && countText(total, 'organization')}
        </Span>
        <SelectField
          label="Show"
          hideLabel
          width="auto"
          value={view.part}
          options={overlapParts.map((part) => ({ value: part, label: partLabels[part] }))}
          onChange={(event) => {
            const part = knownOption(overlapParts, event.target.value);
            if (part) show({ part, page: 1 });
          }}
        />
      </Flex>
      <ListRows
        {...{ list, view, show }}
        file={(place) => rowsQuery(search, sides, { ...view, ...place })}
        rules={rowsAddress.rules}
        isSortable={false}
        columns={buildColumns({ search, sides })}
        renderCard={(row) => (
          <CardListItem
            row={row}
            title={<SubjectLink to={row.path}>{row.name}</SubjectLink>}
            subtitle={null}
            aside={null}
          >
            <Text mt="1" textStyle="small" color="textMuted">
              {'Baseline '}
              <Engagements {...{ row, search, sides }} name="baseline" />
              {' · Comparison '}
              <Engagements {...{ row, search, sides }} name="comparison" />
              {' engagements'}
            </Text>
          </CardListItem>
        )}
        caption={`Organizations: ${partLabels[view.part]}`}
        pages="Pages of organizations"
        rowKey={({ id }) => id}
        density="comfortable"
        fills={false}
        loadingHeight="88px"
        refused={noAccessMessage('these organizations')}
        empty={
          <EmptyState
            title="No organizations found"
            message="No organization belongs to this group. Choose another group, other sides or a longer period."
          />
        }
      />
    </Stack>
  );
};
