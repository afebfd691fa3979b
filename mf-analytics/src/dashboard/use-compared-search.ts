import { api } from '@readerlens/auth';
import { useViewer } from '@readerlens/auth/react';
import { useAreaSearch, useUrlChoice } from '@readerlens/filters';
import { previousModel } from '@readerlens/filters/dashboard';
import type { Compared } from '@readerlens/filters/dashboard';
import {
  namedCatalogue,
  prepareForQuery,
  previousRange,
  findDateRange,
  listSelectedTerms,
  toRequest,
} from '@readerlens/filters/model';
import type { FilterModel } from '@readerlens/filters/model';
import { useFilterPanel } from '@readerlens/filters/panel';
import type { PagePanel } from '@readerlens/filters/panel';
import { formatDays } from '@readerlens/ui/charts';
import { formatUtcDate } from '@readerlens/ui/parts';
import { useMemo } from 'react';

const comparisons: ['none', 'previous'] = ['none', 'previous'];

export interface ComparedSearch extends Compared {
  panel: PagePanel;
  /** 'MM/DD/YYYY - MM/DD/YYYY'. */
  dates: string | undefined;
  /** The dates that they are compared with: 'Oct 14 – 27, 2026'. */
  previousDates: string | undefined;
  /** Nothing can be requested before a client is selected. */
  needsClient: boolean;
  /** The filters have dates, so that there is a previous period. */
  mayCompare: boolean;
  setCompare: (on: boolean) => void;
}

/** Counts the engagements of a model, for the filter panel. Rejects without a client, as the call would be refused. */
const countEngagements = async (model: FilterModel, signal: AbortSignal): Promise<number> => {
  if (listSelectedTerms(model.filters, 'Clients').length === 0) throw new Error('No client is chosen.');
  const { data } = await api('POST /api/client-dashboard/stats', { body: toRequest(model) }, { signal });
  return data.totalLeads;
};

/** The filters of a dashboard, its dates as text, and the previous period if the user compares with it. */
export const useComparedSearch = (): ComparedSearch => {
  const current = useAreaSearch();
  const panel = useFilterPanel(current, { countMatches: countEngagements });
  const viewer = useViewer();
  const [compare, setCompare] = useUrlChoice('compare', comparisons);
  const { model, user, hasClients, now } = current;
  const range = findDateRange(prepareForQuery(model.filters, { now, catalogue: namedCatalogue }));
  const before = range && previousRange(range);
  const modelBefore = useMemo(() => previousModel(model, now), [model, now]);
  const search = { model, viewer, hasClients };
  return {
    panel,
    search,
    previous: compare === 'previous' && modelBefore ? { ...search, model: modelBefore } : undefined,
    dates: range && `${formatUtcDate(range.from)} - ${formatUtcDate(range.to)}`,
    previousDates: before && formatDays(before.from, before.to),
    needsClient: user !== undefined && !hasClients,
    mayCompare: modelBefore !== undefined,
    setCompare: (on: boolean) => setCompare(on ? 'previous' : 'none'),
  };
};
