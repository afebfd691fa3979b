import { searchSortFields } from '@readerlens/contract/explorer';
import { ListTable } from '@readerlens/filters/list';
import { useIsNarrow } from '@readerlens/ui';
import type { TableSelection } from '@readerlens/ui';
import { SpecificsDialog } from '../../specifics/specifics.dialog.tsx';
import type { SearchView } from '../search-address.ts';
import type { EngagementRow, Viewer } from '../search.queries.ts';
import { ActivityDetailPanel } from './activity-detail.tsx';
import { EngagementCard } from './engagement-card.tsx';
import { engagementColumns } from './engagement-columns.tsx';
import { RowToolsContext, useRowState } from './row-tools.ts';

interface Props {
  rows: readonly EngagementRow[];
  loadingRows: number | undefined;
  sort: SearchView['sort'];
  onSort: (sort: SearchView['sort']) => void;
  selection: TableSelection<EngagementRow>;
  viewer: Viewer;
}

// Leaves room for title, search line and pagination.
const maxHeight = 'max(420px, calc(100dvh - 240px))';

/** The activities of a page as a table, or as cards on narrow windows. */
export const EngagementList = ({ viewer, ...props }: Props) => {
  const narrow = useIsNarrow();
  const { tools, shown, hideSpecifics } = useRowState();
  const detailOf = (row: EngagementRow) =>
    tools.isOpen(row) ? <ActivityDetailPanel {...{ row, viewer }} level={narrow ? 'h3' : 'h2'} /> : undefined;
  const cardOf = (row: EngagementRow) => (
    <EngagementCard row={row} selection={props.selection} detail={detailOf(row)} />
  );
  return (
    <RowToolsContext value={tools}>
      <ListTable
        {...props}
        caption="Engagements"
        columns={engagementColumns}
        sortColumns={searchSortFields}
        rowKey={({ qualifiedId }) => qualifiedId}
        {...{ maxHeight, cardOf, detailOf }}
        loadingHeight="140px"
      />
      <SpecificsDialog source={shown} onClose={hideSpecifics} />
    </RowToolsContext>
  );
};
