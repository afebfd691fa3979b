import { useBlinded } from '@readerlens/auth/react';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo, useReducer, useState } from 'react';
import type { Option } from '../lookups/option-lookup.ts';
import { optionsQuery } from '../lookups/options-query.ts';
import { useFilterOwner } from '../lookups/owner.ts';
import {
  listSelectedTerms,
  canAddEntry,
  canRemoveEntry,
  emptyFilter,
  isShown,
  toQuery,
} from '../model/index.ts';
import type { FieldCatalogue, Filter, FieldDefinition, FilterModel, Term } from '../model/index.ts';
import type { Availability, Draft, DraftChange, DraftRules } from './draft.ts';
import type { ActivityType } from '@readerlens/contract/vocabulary';
import { useNamedModel } from '../lookups/use-named-model.ts';
import { changeDraft, draftProblems, keepAvailable, modelOfDraft, isSameSearch } from './draft.ts';

/** The ids of a field's selected terms; referentially stable while equal. */
const useSelectedIds = (filters: readonly Filter[], field: string): readonly string[] => {
  const text = JSON.stringify(listSelectedTerms(filters, field).map(({ id }) => id));
  return useMemo(() => JSON.parse(text) as string[], [text]);
};

/** All options of a field, from the query that its widget uses too; undefined while not loaded or not needed. */
const useAllOptions = (
  lookup: 'analyst-tags' | 'onlines',
  { needed, ...context }: { needed: boolean; field: string; clientIds?: readonly string[] },
): readonly Option[] | undefined => {
  const user = useFilterOwner();
  const blinded = useBlinded();
  const query = user && needed ? optionsQuery({ lookup, user, blinded, ...context }, '') : undefined;
  return useQuery<readonly Option[]>({
    queryKey: query?.queryKey ?? ['filter-options', lookup],
    queryFn: query?.queryFn ?? skipToken,
    staleTime: query?.staleTime ?? Infinity,
  }).data;
};

/** The tags of the selected clients, requested only if there are selected tags to check. */
const useTagIds = (filters: readonly Filter[], clientIds: readonly string[]) => {
  const needed = filters.some(
    (filter) => filter.$type === 'Terms' && filter.field === 'AnalystTags' && filter.value.length > 0,
  );
  const options = useAllOptions('analyst-tags', { needed, field: 'AnalystTags', clientIds });
  return useMemo(() => options && new Set(options.map(({ id }) => id)), [options]);
};

const hasGroupQuestions = ({ fields }: FieldCatalogue): boolean =>
  fields.some(({ question }) => (question?.businessGroupId ?? null) !== null);

const none: ReadonlySet<string> = new Set();

const useBusinessGroupIds = (communityIds: readonly string[], catalogue: FieldCatalogue) => {
  const needed = communityIds.length > 0 && hasGroupQuestions(catalogue);
  const options = useAllOptions('onlines', { needed, field: 'Onlines' });
  return useMemo(() => {
    if (communityIds.length === 0) return none;
    const selected = options?.filter(({ id }) => communityIds.includes(id));
    return selected && new Set(selected.flatMap(({ businessGroupId }) => businessGroupId ?? []));
  }, [options, communityIds]);
};

/** The tags and fields available for the selected clients and communities, and in Blinded Mode. */
const useAvailability = (filters: readonly Filter[], catalogue: FieldCatalogue) => {
  const clientIds = useSelectedIds(filters, 'Clients');
  const communityIds = useSelectedIds(filters, 'Onlines');
  const tagIds = useTagIds(filters, clientIds);
  const businessGroupIds = useBusinessGroupIds(communityIds, catalogue);
  const blinded = useBlinded();
  const availability: Availability = useMemo(
    () => ({ tagIds, businessGroupIds, blinded }),
    [tagIds, businessGroupIds, blinded],
  );
  return { clientIds, availability };
};

export interface FilterDraftOptions {
  /** The applied model; another one replaces the draft. */
  readonly applied: FilterModel;
  /** What Reset restores. */
  readonly defaults: FilterModel;
  /** The draft is modified if it differs from this: a loaded saved search, otherwise the applied model. */
  readonly baseline?: FilterModel | undefined;
  readonly rules: DraftRules;
  readonly onApply: (model: FilterModel) => void;
  /** Shows problems even before the first attempt to apply. */
  readonly checked?: boolean;
  readonly now?: () => Date;
}

/** Actions that change a draft; referentially stable. */
export interface DraftActions {
  readonly set: (filter: Filter, index?: number) => void;
  readonly setIndices: (indices: readonly ActivityType[]) => void;
  readonly add: (definition: FieldDefinition) => void;
  readonly remove: (field: string, index: number) => void;
  /** Sets the result of a reader org lookup; `undefined` clears it. */
  readonly setReaderOrgs: (found: readonly Term[] | undefined) => void;
}

export interface FilterDraft extends DraftActions {
  readonly actions: DraftActions;
  readonly indices: readonly ActivityType[];
  /** The model that applying would emit. */
  readonly model: FilterModel;
  /** Whether the draft differs from the baseline. */
  readonly isModified: boolean;
  /** Messages by field, after an attempt to apply. */
  readonly problems: ReadonlyMap<string, string>;
  /** Whether the draft could be applied, even if no problems are shown yet. */
  readonly isValid: boolean;
  /** Incremented for each model loaded into the form, since widget state belongs to the draft before it. */
  readonly revision: number;
  /** The fields and options available given other selections. */
  readonly availability: Availability;
  /** The selected clients, which narrow the options of other fields. */
  readonly clientIds: readonly string[];
  /** The same, with the names known so far. */
  readonly clients: readonly Term[];
  /** The selected organizations. */
  readonly organizationIds: readonly string[];
  /** The entries of a field as shown: at least one, with the names known so far. */
  readonly listEntries: (definition: FieldDefinition) => readonly Filter[];
  /** Whether the controlling field allows this one to be shown. */
  readonly isShown: (definition: FieldDefinition) => boolean;
  readonly canAdd: (definition: FieldDefinition, index: number) => boolean;
  readonly canRemove: (index: number) => boolean;
  /** Loads a model into the form, such as that of a saved search. */
  readonly load: (model: FilterModel) => void;
  readonly reset: () => void;
  /** Shows problems from now on; returns whether the draft is valid. */
  readonly check: () => boolean;
  /** Emits the model if the draft is valid; returns whether it is. */
  readonly apply: () => boolean;
}

const realNow = (): Date => new Date();

/** The draft and whether it was submitted; restarts when another model is applied. */
const useModelDraft = (applied: FilterModel) => {
  const key = toQuery(applied);
  const [draft, change] = useReducer<Draft, [DraftChange]>(changeDraft, applied);
  const [attempted, setAttempted] = useState(false);
  const [revision, setRevision] = useState(0);
  const [startedFrom, setStartedFrom] = useState(key);
  const load = (model: FilterModel) => {
    setAttempted(false);
    setRevision(revision + 1);
    change({ type: 'load', model });
  };
  if (startedFrom !== key) {
    setStartedFrom(key);
    load(applied);
  }
  return { draft, change, attempted, setAttempted, revision, load };
};

const actionsOver = (change: (change: DraftChange) => void): DraftActions => ({
  set: (filter, index = 0) => change({ type: 'set', index, filter }),
  setIndices: (indices) => change({ type: 'indices', indices }),
  add: (definition) => change({ type: 'add', definition }),
  remove: (field, index) => change({ type: 'remove', field, index }),
  setReaderOrgs: (found) => change({ type: 'lookup', found }),
});

// One empty entry per field, so that an untouched field is referentially stable across renders.
const untouched = new WeakMap<FieldDefinition, readonly Filter[]>();
const untouchedEntries = (definition: FieldDefinition): readonly Filter[] => {
  const known = untouched.get(definition) ?? [emptyFilter(definition)];
  untouched.set(definition, known);
  return known;
};

/** The draft as shown and validated: with names, and without what other selections rule out. */
const useShownDraft = (draft: Draft, rules: DraftRules) => {
  const named = useNamedModel(draft, rules.catalogue);
  const { clientIds, availability } = useAvailability(named.filters, rules.catalogue);
  const shown: Draft = useMemo(
    () => ({
      filters: keepAvailable(named.filters, availability, rules.catalogue),
      indices: draft.indices,
      ...(draft.lookedUp ? { lookedUp: true } : {}),
    }),
    [named, availability, draft, rules.catalogue],
  );
  return { shown, clientIds, availability };
};

/** The logic of a filter panel without rendering: draft, display rules, validation, reset and apply. */
export const useFilterDraft = (options: FilterDraftOptions): FilterDraft => {
  const { applied, defaults, baseline = applied, rules, onApply, checked = false, now = realNow } = options;
  const { draft, change, attempted, setAttempted, revision, load } = useModelDraft(applied);
  const { shown, clientIds, availability } = useShownDraft(draft, rules);
  const actions = useMemo(() => actionsOver(change), [change]);
  const model = modelOfDraft(shown, rules, now());
  const problems = draftProblems(shown, rules, now());
  const listEntries = (definition: FieldDefinition) => {
    const entries = shown.filters.filter(({ field }) => field === definition.field);
    return entries.length > 0 ? entries : untouchedEntries(definition);
  };
  const check = () => {
    setAttempted(true);
    return problems.length === 0;
  };
  return {
    ...actions,
    actions,
    indices: draft.indices,
    model,
    isModified: !isSameSearch(model, modelOfDraft(baseline, rules, now())),
    isValid: problems.length === 0,
    problems: new Map(attempted || checked ? problems.map(({ field, message }) => [field, message]) : []),
    revision,
    availability,
    clientIds,
    clients: listSelectedTerms(shown.filters, 'Clients'),
    organizationIds: listSelectedTerms(shown.filters, 'ReaderOrgs').map(({ id }) => id),
    listEntries,
    isShown: (definition) => isShown(definition, draft.filters),
    canAdd: (definition, index) => definition.compound && canAddEntry(index, listEntries(definition).length),
    canRemove: canRemoveEntry,
    load,
    reset: () => load(defaults),
    check,
    apply: () => {
      const isGood = check();
      if (isGood) onApply(model);
      return isGood;
    },
  };
};
