import { searchSortFields } from '@readerlens/contract/engagements';
import { Card, Checkbox, Flex, Table, useIsNarrow } from '@readerlens/ui';
import type { TableSelection, TableSort } from '@readerlens/ui';
import type { SearchView } from '../search-address.ts';
import type { EngagementRow, Viewer } from '../search.queries.ts';
import { SpecificsDialog } from '../../specifics/specifics.dialog.tsx';
import { ActivityDetailPanel } from './activity-detail.tsx';
import { EngagementCards } from './engagement-cards.tsx';
import { engagementColumns } from './engagement-columns.tsx';
import { RowToolsContext, useRowState } from './row-tools.ts';
import { SortField } from './sort-field.tsx';

interface Props {
  rows: readonly EngagementRow[];
  loadingRows: number | undefined;
  sort: SearchView['sort'];
  onSort: (sort: SearchView['sort']) => void;
  selection: TableSelection<EngagementRow>;
  viewer: Viewer;
}

const caption = 'Engagements';
// Title, search line and pages stay in sight around it.
const maxHeight = 'max(420px, calc(100dvh - 240px))';

const Cards = ({ sort, onSort, ...props }: Omit<Props, 'viewer'> & CardProps) => {
  const { rows, selection, loadingRows } = props;
  const all = rows.length > 0 && rows.every(selection.isSelected);
  return (
    <>
      <Flex align="center" gap="3" mb="3" justify="space-between" wrap="wrap">
        <Checkbox
          label="Select page"
          checked={all}
          disabled={loadingRows !== undefined}
          onChange={() => selection.onToggleAll(!all)}
        />
        <SortField sort={sort} onSort={onSort} />
      </Flex>
      <EngagementCards label={caption} {...props} />
    </>
  );
};

interface CardProps {
  detailOf: Parameters<typeof EngagementCards>[0]['detailOf'];
}

/** The activities of a page: a table, on a phone cards. */
export const EngagementList = ({ viewer, ...props }: Props) => {
  const narrow = useIsNarrow();
  const { tools, shown, hideSpecifics } = useRowState();
  const detailOf = (row: EngagementRow) =>
    tools.isOpen(row) ? <ActivityDetailPanel {...{ row, viewer }} level={narrow ? 'h3' : 'h2'} /> : undefined;
  const sortBy = ({ column, descending }: TableSort) => {
    const known = searchSortFields.find((one) => one === column);
    if (known) props.onSort({ column: known, descending });
  };
  return (
    <RowToolsContext value={tools}>
      {narrow ? (
        <Cards {...props} detailOf={detailOf} />
      ) : (
        <Card padded={false} overflow="hidden">
          <Table
            {...props}
            {...{ caption, maxHeight, detailOf }}
            columns={engagementColumns}
            rowKey={({ qualifiedId }) => qualifiedId}
            onSort={sortBy}
          />
        </Card>
      )}
      <SpecificsDialog source={shown} onClose={hideSpecifics} />
    </RowToolsContext>
  );
};
