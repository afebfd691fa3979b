import type { Viewer } from '@readerlens/auth/react';
import { searchSortFields } from '@readerlens/contract/explorer';
import { ListTable } from '@readerlens/filters/list';
import type { ListLayout } from '@readerlens/filters/list';
import { useIsNarrow } from '@readerlens/ui';
import type { TableSelection } from '@readerlens/ui';
import type { ReactNode } from 'react';
import { SpecificsDialog } from '../../specifics/specifics.dialog.tsx';
import type { SearchView } from '../search-address.ts';
import type { EngagementRow } from '../search.queries.ts';
import { ActivityDetailPanel } from './activity-detail.tsx';
import { EngagementCard } from './engagement-card.tsx';
import { RowToolsContext, useRowState } from './row-tools.ts';

interface Props {
  rows: readonly EngagementRow[];
  loadingRows: number | undefined;
  sort: SearchView['sort'];
  /** Undefined while the order cannot be changed. */
  onSort: ((sort: SearchView['sort']) => void) | undefined;
  layout: ListLayout<EngagementRow>;
  /** Beside the sort order of the cards. */
  tools: ReactNode;
  selection: TableSelection<EngagementRow>;
  viewer: Viewer;
}

/** The activities of a page as a table whose rows expand on a click, or as cards on narrow windows. */
export const EngagementList = ({ viewer, layout, ...props }: Props) => {
  const narrow = useIsNarrow();
  const { tools, shown, hideSpecifics } = useRowState();
  const renderDetail = (row: EngagementRow) =>
    tools.isOpen(row) ? <ActivityDetailPanel {...{ row, viewer }} level={narrow ? 'h3' : 'h2'} /> : undefined;
  const renderCard = (row: EngagementRow) => (
    <EngagementCard row={row} selection={props.selection} detail={renderDetail(row)} />
  );
  return (
    <RowToolsContext value={tools}>
      <ListTable
        {...props}
        caption="Engagements"
        columns={layout.columns}
        density={layout.density}
        sortColumns={searchSortFields}
        rowKey={({ qualifiedId }) => qualifiedId}
        {...{ renderCard, renderDetail }}
        onRowClick={tools.toggle}
        loadingHeight="140px"
      />
      <SpecificsDialog source={shown} onClose={hideSpecifics} />
    </RowToolsContext>
  );
};
