import { countText } from '@readerlens/contract/numbers';
import { SubjectLink } from '@readerlens/filters';
import { noAccessMessage } from '@readerlens/contract/messages';
import { otherPeriodMessage } from '@readerlens/contract/marketing-words';
import { ListRows, toShownTable, useListPage } from '@readerlens/filters/list';
import type { ListColumn, ListFileQuery, ListPlace, ListRules } from '@readerlens/filters/list';
import {
  Button,
  CardListItem,
  EmptyState,
  Flex,
  Heading,
  PagePart,
  SelectField,
  Span,
  Stack,
  Text,
  TextLink,
} from '@readerlens/ui';
import type { Unit } from '@readerlens/ui/charts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useFocusOnChange } from '../use-focus-on-change.ts';

export interface RowCell {
  text: string;
  /** The list behind a number, and the name of the link. */
  href?: string | undefined;
  label?: string;
}

/** A person, an organization, an event or an issue as a row. */
export interface TacticRow {
  key: string;
  name: string;
  /** The dashboard of the person or organization. */
  path?: string | null;
  organization?: { name: string; path: string } | null;
  cells: readonly RowCell[];
}
export interface TacticPage {
  items: TacticRow[];
  total: number;
}

export interface CellColumn {
  header: string;
  minWidth?: string;
  numeric?: boolean;
}

interface Props<Column extends string, Size extends number> {
  /** Of the section, for links on the page. */
  id: string;
  title: string;
  query: UseQueryResult<TacticPage>;
  view: ListPlace<Column, Size>;
  show: (change: { page: number; size?: Size }) => void;
  rules: ListRules<Column, Size>;
  /** What decides which rows there are: another value leads the focus to them. */
  rowsKey: string;
  words: Unit;
  nameHeader: string;
  hasOrganizations?: boolean;
  columns: readonly CellColumn[];
  /** What limits the rows besides their set, in words. */
  limits?: string;
  /** Removes these limits. */
  onShowAll?: () => void;
  /** The sets of rows to choose from. */
  sets?: {
    value: string;
    options: readonly { value: string; label: string }[];
    onChange: (value: string) => void;
  };
  emptyMessage?: string;
  /** All rows for a file of the page: how they are read, or those that the page has. */
  file: ListFileQuery<TacticRow> | readonly TacticRow[] | undefined;
}

const Linked = ({ cell: { text, href, label } }: { cell: RowCell }) =>
  href === undefined ? (
    text
  ) : (
    <TextLink to={href} {...(label === undefined ? {} : { 'aria-label': label })}>
      {text}
    </TextLink>
  );

const Name = ({ row: { name, path } }: { row: TacticRow }) =>
  path ? <SubjectLink to={path}>{name}</SubjectLink> : name;

const buildColumns = ({
  nameHeader,
  hasOrganizations,
  columns,
}: Pick<Props<string, number>, 'columns' | 'hasOrganizations' | 'nameHeader'>): ListColumn<TacticRow>[] => [
  {
    id: 'name',
    header: nameHeader,
    minWidth: '180px',
    grow: 3,
    cell: (row) => <Name row={row} />,
    text: ({ name }) => name,
  },
  ...(hasOrganizations
    ? [
        {
          id: 'organization',
          header: 'Organization',
          minWidth: '140px',
          grow: 2,
          cell: ({ organization }: TacticRow) =>
            organization ? <SubjectLink to={organization.path}>{organization.name}</SubjectLink> : '–',
          text: ({ organization }: TacticRow) => organization?.name ?? '–',
        },
      ]
    : []),
  ...columns.map(({ header, minWidth = '104px', numeric = false }, at) => ({
    id: header,
    header,
    minWidth,
    grow: numeric ? 0 : 1,
    numeric,
    cell: ({ cells }: TacticRow) => <Linked cell={cells[at] ?? { text: '' }} />,
    text: ({ cells }: TacticRow) => cells[at]?.text ?? '',
  })),
];

/** The rows behind a number, with their count and the choice of other sets; cards on a phone. */
export const RowList = <Column extends string, Size extends number>(props: Props<Column, Size>) => {
  const { id, title, query, view, show, rules, words, columns, limits, onShowAll, sets } = props;
  const list = useListPage(query, { ...view, show });
  const section = useFocusOnChange(props.rowsKey);
  const { total } = list;
  const { file } = props;
  const listColumns = buildColumns(props);
  return (
    <Stack as="section" id={id} ref={section} tabIndex={-1} aria-label={title} gap="3" scrollMarginTop="4">
      <Flex align="end" gap="3" wrap="wrap">
        <Heading as="h2">{title}</Heading>
        <Span flex="1" aria-live="polite" color="textMuted" fontVariantNumeric="tabular-nums">
          {total !== undefined && countText(total, words.one, words.many)}
          {limits && ` ${limits}`}
        </Span>
        {limits && onShowAll && (
          <Button size="sm" onClick={onShowAll}>
            Show all
          </Button>
        )}
        {sets && (
          <SelectField
            label="Show"
            hideLabel
            width="auto"
            value={sets.value}
            options={[...sets.options]}
            onChange={({ target }) => sets.onChange(target.value)}
          />
        )}
      </Flex>
      {Array.isArray(file) && <PagePart read={() => ({ table: toShownTable(title, listColumns, file) })} />}
      <ListRows
        {...{ list, view, rules }}
        {...(typeof file === 'function' ? { file } : {})}
        show={({ page, size }) => show({ page, ...(size === undefined ? {} : { size }) })}
        isSortable={false}
        columns={listColumns}
        renderCard={(row) => (
          <CardListItem
            row={row}
            title={<Name row={row} />}
            subtitle={row.organization?.name ?? null}
            aside={null}
          >
            <Flex mt="1" gap="1" columnGap="3" wrap="wrap" textStyle="small" color="textMuted">
              {columns.map(({ header }, at) => (
                <Text key={header} as="span">
                  {`${header}: `}
                  <Linked cell={row.cells[at] ?? { text: '' }} />
                </Text>
              ))}
            </Flex>
          </CardListItem>
        )}
        caption={`List: ${title}`}
        pages={`Pages: ${title}`}
        rowKey={({ key }) => key}
        density="comfortable"
        fills={false}
        loadingHeight="88px"
        refused={noAccessMessage(`these ${words.many}`)}
        empty={
          <EmptyState title={`No ${words.many} found`} message={props.emptyMessage ?? otherPeriodMessage} />
        }
      />
    </Stack>
  );
};
