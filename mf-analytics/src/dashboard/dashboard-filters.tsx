import { api } from '@readerlens/auth';
import { termsOf } from '@readerlens/filters/model';
import type { FilterModel } from '@readerlens/filters/model';
import { Badge, Button, FilterPanel } from '@readerlens/ui';
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

/** The button that opens the filters, and the panel, which opens by itself while no client is chosen. */
export const DashboardFilters = ({ controls }: { controls: DashboardControls }) => {
  const { user, model, defaults, apply, hasClients } = controls;
  const [wanted, setWanted] = useState<boolean>();
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
          open={wanted ?? !hasClients}
          onClose={() => setWanted(false)}
          user={user}
          applied={model}
          defaults={defaults}
          onApply={apply}
          form="dashboard"
          countMatches={countMatches}
        />
      )}
    </>
  );
};
