import { useBlinded } from '@readerlens/auth/react';
import { useAreaSearch, useUrlChoice } from '@readerlens/filters';
import { previousModel } from '@readerlens/filters/dashboard';
import {
  ChooseClient,
  FilterChips,
  FiltersButton,
  SearchNote,
  useFilterPanel,
} from '@readerlens/filters/panel';
import { PageHeader, SegmentedControl, Switch } from '@readerlens/ui';
import { useMemo } from 'react';
import { DocumentsView } from './documents.view.tsx';
import { EngagementsView } from './engagements.view.tsx';
import { countEngagements } from './overview.queries.ts';

const views = [
  { value: 'engagements', label: 'Engagements' },
  { value: 'documents', label: 'Documents' },
] as const;
const viewNames: ['engagements', 'documents'] = ['engagements', 'documents'];
const comparisons: ['none', 'previous'] = ['none', 'previous'];

/** The client dashboard: how readers engage with the content of the selected clients. */
export const PerformanceOverviewScreen = () => {
  const current = useAreaSearch();
  const panel = useFilterPanel(current, { countMatches: countEngagements });
  const blinded = useBlinded();
  const [view, setView] = useUrlChoice('view', viewNames);
  const [compare, setCompare] = useUrlChoice('compare', comparisons);
  const { model, user, hasClients, now } = current;
  const search = { model, userId: user?.id, blinded, hasClients };
  const before = useMemo(() => previousModel(model, now), [model, now]);
  const previous = compare === 'previous' && before ? { ...search, model: before } : undefined;
  return (
    <>
      <PageHeader
        title="Performance Overview"
        filters={<FilterChips panel={panel} />}
        actions={
          <>
            <Switch
              label="Compare with previous period"
              short="Compare"
              checked={compare === 'previous'}
              disabled={!before}
              onCheckedChange={(on) => setCompare(on ? 'previous' : 'none')}
            />
            <SegmentedControl label="View" options={views} value={view} onChange={setView} />
            <FiltersButton panel={panel} />
          </>
        }
      />
      <SearchNote controls={current} />
      {user && !hasClients ? (
        <ChooseClient panel={panel} />
      ) : view === 'documents' ? (
        <DocumentsView search={search} previous={previous} />
      ) : (
        <EngagementsView search={search} previous={previous} />
      )}
    </>
  );
};
