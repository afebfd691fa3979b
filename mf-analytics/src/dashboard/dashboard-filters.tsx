import { api } from '@readerlens/auth';
import { isAtLeast } from '@readerlens/contract/vocabulary';
import { termsOf } from '@readerlens/filters/model';
import type { FilterModel } from '@readerlens/filters/model';
import { Badge, Button, FilterPanel } from '@readerlens/ui';
import type { CountMatches } from '@readerlens/ui';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import type { DashboardControls } from './dashboard-search.ts';
import { requestOf } from './dashboard-query.ts';

/** Told by the page's head anyway. */
const namedElsewhere = new Set(['Clients', 'DateRange', 'RelativeDateRange']);

const furtherFilters = ({ filters, indices }: FilterModel): number =>
  filters.filter(({ field }) => !namedElsewhere.has(field)).length + (indices.length > 0 ? 1 : 0);

/** Rejects without a client: then there is nothing to count, and nothing is asked. */
const countMatches = async (model: FilterModel, signal: AbortSignal): Promise<number> => {
  if (termsOf(model.filters, 'Clients').length === 0) throw new Error('No client is chosen.');
  const { data } = await api('POST /api/client-dashboard/stats', { body: requestOf(model) }, { signal });
  return data.totalLeads;
};

interface Props {
  controls: DashboardControls;
  form?: 'dashboard' | 'search';
  count?: CountMatches;
}

/** The button that opens the filters, and the panel, which opens by itself while a client is missing. */
export const DashboardFilters = ({ controls, form = 'dashboard', count = countMatches }: Props) => {
  const { user, model, defaults, catalogue, apply, hasClients } = controls;
  const [wanted, setWanted] = useState<boolean>();
  const isMissing = !hasClients && (form === 'dashboard' || !user || !isAtLeast(user.role, 'Internal'));
  const further = furtherFilters(model);
  return (
    <>
      <Button
        data-tour="filters"
        icon={<SlidersHorizontal size={15} aria-hidden="true" />}
        onClick={() => setWanted(true)}
      >
        Filters
        {further > 0 && <Badge tone="accent">{further}</Badge>}
      </Button>
      {user && (
        <FilterPanel
          open={wanted ?? isMissing}
          onClose={() => setWanted(false)}
          user={user}
          applied={model}
          defaults={defaults}
          onApply={apply}
          form={form}
          catalogue={catalogue}
          countMatches={count}
        />
      )}
    </>
  );
};
