import { useBlinded } from '@readerlens/auth/react';
import { PageHeader, SegmentedControl } from '@readerlens/ui';
import { useDashboardSearch } from '../dashboard/dashboard-search.ts';
import { SearchLine } from '../dashboard/search-line.tsx';
import { useUrlChoice } from '../dashboard/url-state.ts';
import { DocumentsView } from './documents.view.tsx';
import { EngagementsView } from './engagements.view.tsx';

const views = [
  { value: 'engagements', label: 'Engagements' },
  { value: 'documents', label: 'Documents' },
] as const;
const viewNames: ['engagements', 'documents'] = ['engagements', 'documents'];

/** The client dashboard: how an audience engages with the content of the chosen clients. */
export const PerformanceOverviewScreen = () => {
  const current = useDashboardSearch();
  const blinded = useBlinded();
  const [view, setView] = useUrlChoice('view', viewNames);
  const { model, user, hasClients } = current;
  const search = { model, userId: user?.id, blinded, hasClients };
  const View = view === 'documents' ? DocumentsView : EngagementsView;
  return (
    <>
      <PageHeader
        title="Performance Overview"
        description={<SearchLine model={model} />}
        actions={
          <>
            <SegmentedControl label="View" options={views} value={view} onChange={setView} />
          </>
        }
      />
      <View search={search} />
    </>
  );
};
