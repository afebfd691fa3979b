import { isStaff } from '@readerlens/contract/vocabulary';
import { Badge, Button } from '@readerlens/ui';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { requiresClients } from '../model/index.ts';
import type { FilterModel } from '../model/index.ts';
import type { AreaSearch } from '../search/use-area-search.ts';
import { FilterPanel } from './filter-panel.tsx';
import type { CountMatches } from './use-match-count.ts';

/** The page header already shows these. */
const shownInHeader = new Set(['Clients', 'DateRange', 'RelativeDateRange']);

const countOtherFilters = ({ filters, indices }: FilterModel): number =>
  filters.filter(({ field }) => !shownInHeader.has(field)).length + (indices.length > 0 ? 1 : 0);

interface Props {
  controls: AreaSearch;
  form?: 'dashboard' | 'search';
  /** Counts the matches of a model, to show before it is applied. */
  count: CountMatches;
}

/** The filters button and its panel, which opens automatically while a required client is missing. */
export const FiltersButton = ({ controls, form = 'dashboard', count }: Props) => {
  const { user, model, defaults, catalogue, apply, hasClients } = controls;
  const [wanted, setWanted] = useState<boolean>();
  const seesAllClients = user !== undefined && isStaff(user.role);
  const isMissing = !hasClients && requiresClients(form, { seesAllClients });
  const further = countOtherFilters(model);
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
