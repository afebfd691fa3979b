import { isStaff } from '@readerlens/contract/vocabulary';
import { Badge, Button } from '@readerlens/ui';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { mustNameClients } from '../model/index.ts';
import type { FilterModel } from '../model/index.ts';
import type { AreaSearch } from '../search/use-area-search.ts';
import { FilterPanel } from './filter-panel.tsx';
import type { CountMatches } from './use-match-count.ts';

/** The page head already names these. */
const namedElsewhere = new Set(['Clients', 'DateRange', 'RelativeDateRange']);

const furtherFilters = ({ filters, indices }: FilterModel): number =>
  filters.filter(({ field }) => !namedElsewhere.has(field)).length + (indices.length > 0 ? 1 : 0);

interface Props {
  controls: AreaSearch;
  form?: 'dashboard' | 'search';
  /** Matches of a model, shown before it is applied. */
  count: CountMatches;
}

/** The button that opens the filters, and the panel, which opens by itself while a client is missing. */
export const FiltersButton = ({ controls, form = 'dashboard', count }: Props) => {
  const { user, model, defaults, catalogue, apply, hasClients } = controls;
  const [wanted, setWanted] = useState<boolean>();
  const seesAllClients = user !== undefined && isStaff(user.role);
  const isMissing = !hasClients && mustNameClients(form, { seesAllClients });
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
