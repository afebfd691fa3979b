import { panelFields, rememberAppliedFrom, isSameSearch, modelOfDraft } from '@readerlens/filters';
import type { DraftRules } from '@readerlens/filters';
import { isAtLeast } from '@readerlens/contract/vocabulary';
import { namedCatalogue } from '@readerlens/filters/model';
import type { FilterModel } from '@readerlens/filters/model';
import { useFilterDraft, useSavedChoice, useSavedSearches } from '@readerlens/filters/react';
import { useMemo, useState } from 'react';
import type { FilterPanelProps } from './filter-panel-props.ts';

const useRules = (props: FilterPanelProps): DraftRules => {
  const { user, form = 'dashboard', dates = true, catalogue = namedCatalogue } = props;
  return useMemo(() => {
    const own = new Set(user.companies.map(({ id }) => id));
    const foreign = isAtLeast(user.role, 'Internal') ? {} : { ownClientIds: own };
    return { catalogue, user, form, dates, ...foreign };
  }, [catalogue, user, form, dates]);
};

/** What the panel is about, without its looks: the draft, the saved search it came from, and its sections. */
export const usePanel = (props: FilterPanelProps) => {
  const { user, applied, defaults, onApply } = props;
  const rules = useRules(props);
  const [now] = useState(() => new Date());
  const saved = useSavedSearches(user.id, rules.catalogue);
  const emitted = (model: FilterModel) => modelOfDraft(model, rules, now);
  const choice = useSavedChoice({
    searches: saved.searches,
    applied,
    defaults,
    isSame: (a, b) => isSameSearch(emitted(a), emitted(b)),
  });
  const draft = useFilterDraft({
    applied,
    defaults,
    baseline: choice.model,
    rules,
    onApply: (model) => {
      rememberAppliedFrom(model, choice.id);
      onApply(model);
    },
  });
  const { businessGroupIds, blinded } = draft.offered;
  const sections = useMemo(
    () =>
      panelFields(rules.catalogue, rules.user, {
        dates: rules.dates,
        blinded,
        ...(businessGroupIds ? { businessGroupIds } : {}),
      }),
    [rules, businessGroupIds, blinded],
  );
  return {
    draft,
    saved,
    sections,
    savedSearchId: choice.id,
    chooseSaved: (id: string | undefined) => {
      const model = choice.choose(id);
      if (model) draft.load(model);
    },
    reset: () => {
      choice.reset();
      draft.reset();
    },
  };
};
