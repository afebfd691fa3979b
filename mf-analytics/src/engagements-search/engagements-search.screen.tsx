import { toQuery } from '@readerlens/filters/model';
import { useCallback } from 'react';
import { useDashboardSearch } from '../dashboard/dashboard-search.ts';
import { ExportTools } from './export/export-tools.tsx';
import { useSelection } from './results/use-selection.ts';
import { SearchHead } from './search-head.tsx';
import { SearchResults } from './search-results.tsx';
import { useEngagements } from './use-engagements.ts';
import { useSearchView } from './use-search-view.ts';

/** Every single activity within the filters: looked through, looked into and exported. */
export const EngagementsSearchScreen = () => {
  const controls = useDashboardSearch('search');
  const { view, show } = useSearchView();
  const toPage = useCallback((page: number) => show({ page }, { replace: true }), [show]);
  const engagements = useEngagements(controls, view, toPage);
  const { viewer } = engagements;
  const { model } = controls;
  const selection = useSelection(
    `${viewer.userId} ${viewer.blinded} ${toQuery(model)} ${view.query} ${view.documents.join()}`,
  );
  return (
    <>
      <SearchHead
        controls={controls}
        documents={view.documents}
        firstTitle={engagements.rows[0]?.docTitle}
        onAllDocuments={() => show({ documents: [], page: 1 })}
      />
      <SearchResults
        {...{ engagements, view, show, selection }}
        uniques={engagements.uniques}
        actions={
          <ExportTools {...{ model, view, viewer }} total={engagements.total ?? 0} selected={selection.ids} />
        }
      />
    </>
  );
};
