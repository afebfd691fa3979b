import { useState, useMemo } from 'react';
import type { FilterModel, FieldCatalogue } from '../model/index.ts';
import { appliedFrom, rememberAppliedFrom } from '../search/search-store.ts';
import type { SavedSearchOption } from '../search/use-saved-searches.ts';
import type { SessionUserData } from '@readerlens/auth';
import type { RefObject } from 'react';
import { namedCatalogue, usedFields } from '../model/index.ts';
import { modelOfDraft, isSameSearch } from './draft.ts';
import type { DraftRules } from './draft.ts';
import { useFilterDraft } from './use-filter-draft.ts';
import { buildDraftRules, usePanelSections } from './panel-fields.ts';
import type { ShownField } from './use-filter-panel.ts';
import type { CountMatches } from './use-match-count.ts';
import { useSavedSearches } from '../search/use-saved-searches.ts';

interface ChoiceOptions {
  readonly searches: readonly SavedSearchOption[];
  readonly applied: FilterModel;
  readonly defaults: FilterModel;
  /** Whether two models are equal as the form would emit them. */
  readonly isSame: (a: FilterModel, b: FilterModel) => boolean;
}

/**
 * The saved search that the form was loaded from. Until one is selected, it is the one that the applied model is
 * based on, otherwise one with an equal model.
 */
const useSavedChoice = ({ searches, applied, defaults, isSame }: ChoiceOptions) => {
  const [selected, setSelected] = useState<{ readonly id: string | undefined }>();
  const [start, setStart] = useState(applied);
  const byId = (id: string | undefined) => searches.find((search) => search.id === id);
  const findEqual = () => searches.find(({ model }) => isSame(model, start));
  const found = selected ? byId(selected.id) : (byId(appliedFrom(start)) ?? findEqual());
  return {
    id: found?.id,
    model: found?.model,
    /** `undefined`: none. */
    choose: (id: string | undefined): FilterModel | undefined => {
      setSelected({ id });
      return byId(id)?.model;
    },
    /** To be called when the form is reset to the defaults. */
    reset: () => {
      setSelected(undefined);
      setStart(defaults);
    },
  };
};

export interface FilterPanelProps {
  open: boolean;
  /** A panel that opens by itself does not take the focus. */
  openedByHand: boolean;
  /** The field to show and focus. */
  shown?: ShownField | undefined;
  /** Gets the focus when the panel closes. */
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
  user: SessionUserData;
  /** The applied model. */
  applied: FilterModel;
  /** What Reset restores. */
  defaults: FilterModel;
  /** Called with a valid model on 'See results'; the panel then closes itself. */
  onApply: (model: FilterModel) => void;
  /**
   * What is required: 'dashboard' companies and dates, 'search' clients for users below Internal, 'plain' nothing.
   */
  form?: 'dashboard' | 'search' | 'plain';
  dates?: boolean;
  activityTypes?: boolean;
  /** All filter fields; without it those of organization questions are missing. */
  catalogue?: FieldCatalogue;
  /** Counts the rows that match a model, to show before 'See results' is pressed. */
  countMatches?: CountMatches;
}

const useRules = (props: FilterPanelProps): DraftRules => {
  const { user, form = 'dashboard', dates = true, catalogue = namedCatalogue } = props;
  return useMemo(() => buildDraftRules(user, { form, dates, catalogue }), [user, form, dates, catalogue]);
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
    usedFields: new Set(usedFields(draft.model, defaults)),
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
