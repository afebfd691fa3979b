import { useAreaSearch } from '@readerlens/filters';
import { useListView, useSelectedRows, useSelection } from '@readerlens/filters/list';
import { ChooseClient, useFilterPanel } from '@readerlens/filters/panel';
import { toQuery } from '@readerlens/filters/model';
import { FillPage } from '@readerlens/ui';
import { formatEngagementTitle } from './results/engagement.ts';
import { searchAddress } from './search-address.ts';
import { SearchHead } from './search-head.tsx';
import { SearchResults } from './search-results.tsx';
import { countEngagements } from './search.queries.ts';
import type { EngagementRow } from './search.queries.ts';
import { useEngagements } from './use-engagements.ts';

const readRowId = ({ qualifiedId }: EngagementRow) => qualifiedId;

/** Lists the activities that match the filters, to browse, inspect and export. */
export const EngagementsSearchScreen = () => {
  const controls = useAreaSearch({ remembersLinks: false });
  const { view, show } = useListView(searchAddress);
  const engagements = useEngagements(controls, view, show);
  const panel = useFilterPanel(controls, {
    form: 'search',
    countMatches: countEngagements(view),
  });
  const { viewer } = engagements;
  const { model } = controls;
  const selection = useSelection({
    key: `${viewer.userId} ${viewer.blinded} ${toQuery(model)} ${view.documents.join()} ${view.reader} ${view.org} ${view.docAge}`,
    readRowId,
    formatRowTitle: formatEngagementTitle,
  });
  const selected = useSelectedRows(selection, view);
  return (
    <FillPage>
      <SearchHead
        panel={panel}
        narrowing={view}
        first={engagements.rows[0]}
        onWiden={(change) => show({ ...change, page: 1 })}
      />
      <SearchResults
        {...{ model, engagements, view, show, selection, selected }}
        idle={<ChooseClient panel={panel} />}
      />
    </FillPage>
  );
};
