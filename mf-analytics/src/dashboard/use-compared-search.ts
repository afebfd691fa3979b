import { api } from '@readerlens/auth';
import type { ComparedPeriod } from '@readerlens/contract/marketing';
import { useViewer } from '@readerlens/auth/react';
import { useAreaSearch, useSharedChoice } from '@readerlens/filters';
import { previousModel } from '@readerlens/filters/dashboard';
import type { Compared } from '@readerlens/filters/dashboard';
import {
  namedCatalogue,
  comparedRange,
  prepareForQuery,
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
const yearComparisons: ['none', 'previous', 'lastYear'] = ['none', 'previous', 'lastYear'];

export interface ComparedSearch extends Compared {
  panel: PagePanel;
  /** 'MM/DD/YYYY - MM/DD/YYYY'. */
  dates: string | undefined;
  /** The dates that they are compared with: 'Oct 14 – 27, 2026'. */
  previousDates: string | undefined;
  /** Which period that is. */
  period: ComparedPeriod;
  /** The filters for it, whether or not the user compares with it; undefined without dates. */
  modelBefore: FilterModel | undefined;
  /** Chooses the period; undefined where there is no choice. */
  setPeriod: ((period: ComparedPeriod) => void) | undefined;
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

interface Options {
  /** The user can also choose the same dates of the year before. */
  readonly hasYears?: boolean;
  /** The address names a reader or an organization. */
  readonly namesSubject?: boolean;
}

/** The filters of a dashboard, its dates as text, and the previous period if the user compares with it. */
export const useComparedSearch = ({
  hasYears = false,
  namesSubject = false,
}: Options = {}): ComparedSearch => {
  const current = useAreaSearch({ startsWithLastClient: !namesSubject });
  const panel = useFilterPanel(current, { countMatches: countEngagements });
  const viewer = useViewer();
  const [compare, setCompare] = useSharedChoice<'lastYear' | 'none' | 'previous'>(
    'compare',
    hasYears ? yearComparisons : comparisons,
  );
  const period = compare === 'lastYear' ? compare : 'previous';
  const { model, user, hasClients, now } = current;
  const range = findDateRange(prepareForQuery(model.filters, { now, catalogue: namedCatalogue }));
  const before = range && comparedRange(range, period);
  const modelBefore = useMemo(() => previousModel(model, now, period), [model, now, period]);
  const search = { model, viewer, isReady: hasClients && user !== undefined };
  return {
    panel,
    search,
    previous: compare !== 'none' && modelBefore ? { ...search, model: modelBefore } : undefined,
    dates: range && `${formatUtcDate(range.from)} - ${formatUtcDate(range.to)}`,
    previousDates: before && formatDays(before.from, before.to),
    period,
    modelBefore,
    setPeriod: hasYears ? setCompare : undefined,
    needsClient: user !== undefined && !hasClients,
    mayCompare: modelBefore !== undefined,
    setCompare: (on: boolean) => setCompare(on ? 'previous' : 'none'),
  };
};
