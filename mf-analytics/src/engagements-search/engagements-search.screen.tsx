import { useAreaSearch } from '@readerlens/filters';
import { useListView, useSelection } from '@readerlens/filters/list';
import { ChooseClient, useFilterPanel } from '@readerlens/filters/panel';
import { toQuery } from '@readerlens/filters/model';
import { useCallback } from 'react';
import { ExportTools } from './export/export-tools.tsx';
import { titleOf } from './results/engagement.ts';
import { readAddress, writeAddress } from './search-address.ts';
import { SearchHead } from './search-head.tsx';
import { SearchResults } from './search-results.tsx';
import { countEngagements } from './search.queries.ts';
import type { EngagementRow } from './search.queries.ts';
import { useEngagements } from './use-engagements.ts';

const idOf = ({ qualifiedId }: EngagementRow) => qualifiedId;

/** Lists the activities that match the filters, to browse, inspect and export. */
export const EngagementsSearchScreen = () => {
  const controls = useAreaSearch('search');
  const { view, show } = useListView(readAddress, writeAddress);
  const toPage = useCallback((page: number) => show({ page }, { replace: true }), [show]);
  const engagements = useEngagements(controls, view, toPage);
  const panel = useFilterPanel(controls, {
    form: 'search',
    countMatches: countEngagements({ documents: view.documents }),
  });
  const { viewer } = engagements;
  const { model } = controls;
  const selection = useSelection({
    key: `${viewer.userId} ${viewer.blinded} ${toQuery(model)} ${view.query} ${view.documents.join()}`,
    idOf,
    titleOf,
  });
  return (
    <>
      <SearchHead
        panel={panel}
        documents={view.documents}
        firstTitle={engagements.rows[0]?.docTitle}
        onAllDocuments={() => show({ documents: [], page: 1 })}
      />
      <SearchResults
        {...{ engagements, view, show, selection }}
        idle={<ChooseClient panel={panel} />}
        stats={engagements.stats}
        actions={
          <ExportTools {...{ model, view, viewer }} total={engagements.total ?? 0} selected={selection.ids} />
        }
      />
    </>
  );
};
