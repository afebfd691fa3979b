import { useMemo, useState } from 'react';
import { namedCatalogue } from '../model/index.ts';
import type { FilterModel } from '../model/index.ts';
import { rememberAppliedFrom } from '../search/applied-from.ts';
import { modelOfDraft } from './draft.ts';
import type { DraftRules } from './draft.ts';
import type { FilterPanelProps } from './filter-panel-props.ts';
import { isSameSearch } from './same-search.ts';
import { useFilterDraft } from './use-filter-draft.ts';
import { rulesOf, usePanelSections } from './use-filter-rules.ts';
import { useSavedChoice } from './use-saved-choice.ts';
import { useSavedSearches } from './use-saved-searches.ts';

const useRules = (props: FilterPanelProps): DraftRules => {
  const { user, form = 'dashboard', dates = true, catalogue = namedCatalogue } = props;
  return useMemo(() => rulesOf(user, { form, dates, catalogue }), [user, form, dates, catalogue]);
};

/** The state of the panel without rendering: the draft, the saved search that it came from, and its sections. */
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
  const sections = usePanelSections(rules, draft);
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
