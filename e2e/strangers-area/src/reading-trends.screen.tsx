import { api } from '@readerlens/auth';
import { useViewer } from '@readerlens/auth/react';
import { useAreaSearch } from '@readerlens/filters';
import { figureQuery, useQueryChart } from '@readerlens/filters/dashboard';
import { toRequest } from '@readerlens/filters/model';
import type { FilterModel } from '@readerlens/filters/model';
import { ChooseClient, FilterChips, FiltersButton, useFilterPanel } from '@readerlens/filters/panel';
import { PageHeader } from '@readerlens/ui';
import { ChartCard, monthlyView, units } from '@readerlens/ui/charts';
import { useQuery } from '@tanstack/react-query';

const countMatches = async (model: FilterModel, signal: AbortSignal) => {
  const { data } = await api('POST /api/client-dashboard/stats', { body: toRequest(model) }, { signal });
  return data.totalLeads;
};

/** The engagements of each month, for the filters that all dashboards share. */
export const ReadingTrendsScreen = () => {
  const search = useAreaSearch();
  const panel = useFilterPanel(search, { countMatches });
  const viewer = useViewer();
  const { model, user, hasClients } = search;
  const isReady = hasClients && user !== undefined;
  const months = useQuery(figureQuery('POST /api/client-dashboard/by-month', { model, viewer, isReady }));
  const chart = useQueryChart(months, (points) => monthlyView(points, { unit: units.engagements }));
  return (
    <>
      <PageHeader
        title="Reading Trends"
        filters={<FilterChips panel={panel} />}
        actions={<FiltersButton panel={panel} />}
      />
      {user && !hasClients ? (
        <ChooseClient panel={panel} />
      ) : (
        <ChartCard title="Engagements By Month" {...chart} />
      )}
    </>
  );
};
