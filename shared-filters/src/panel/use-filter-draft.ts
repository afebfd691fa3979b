import type { ActivityType } from '@readerlens/contract/vocabulary';
import { useMemo, useReducer, useState } from 'react';
import { useNamedModel } from '../lookups/use-named-model.ts';
import { canAddEntry, canRemoveEntry, emptyFilter, isShown, toQuery } from '../model/index.ts';
import type { FieldDefinition, Filter, FilterModel, Term } from '../model/index.ts';
import { changeDraft, draftProblems, keepOffered, modelOfDraft } from './draft.ts';
import type { Draft, DraftChange, DraftRules, Offered } from './draft.ts';
import { isSameSearch } from './same-search.ts';
import { useOffered } from './use-offered.ts';

export interface FilterDraftOptions {
  /** The model that is in force; another one replaces the draft. */
  readonly applied: FilterModel;
  /** What Reset restores. */
  readonly defaults: FilterModel;
  /** What the draft counts as modified against: a loaded saved search, else the model in force. */
  readonly baseline?: FilterModel | undefined;
  readonly rules: DraftRules;
  readonly onApply: (model: FilterModel) => void;
  /** Shows what is wrong before applying was tried. */
  readonly checked?: boolean;
  readonly now?: () => Date;
}

/** The ways to change a draft; they keep their identity. */
export interface DraftActions {
  readonly set: (filter: Filter, index?: number) => void;
  readonly setIndices: (indices: readonly ActivityType[]) => void;
  readonly add: (definition: FieldDefinition) => void;
  readonly remove: (field: string, index: number) => void;
  /** Takes what a lookup of reader organisations found; `undefined` forgets the lookup. */
  readonly setReaderOrgs: (found: readonly Term[] | undefined) => void;
}

export interface FilterDraft extends DraftActions {
  readonly actions: DraftActions;
  readonly indices: readonly ActivityType[];
  /** What applying would emit. */
  readonly model: FilterModel;
  /** Whether the draft says something else than the baseline. */
  readonly isModified: boolean;
  /** Messages by field, once applying was tried. */
  readonly problems: ReadonlyMap<string, string>;
  /** Whether the draft could be applied as it is, whatever is shown. */
  readonly isValid: boolean;
  /** Counts the models that were taken into the form: what a widget was given before belongs to another draft. */
  readonly revision: number;
  /** What other choices leave of fields and options. */
  readonly offered: Offered;
  /** The chosen clients, which narrow the options of other fields. */
  readonly clientIds: readonly string[];
  /** The entries of a field as the panel draws them: at least one, with names as far as they are known. */
  readonly entriesOf: (definition: FieldDefinition) => readonly Filter[];
  /** Whether the controlling field lets this one be shown. */
  readonly isShown: (definition: FieldDefinition) => boolean;
  readonly canAdd: (definition: FieldDefinition, index: number) => boolean;
  readonly canRemove: (index: number) => boolean;
  /** Takes a model into the form, such as that of a saved search. */
  readonly load: (model: FilterModel) => void;
  readonly reset: () => void;
  /** Shows what is wrong from now on; answers whether nothing is. */
  readonly check: () => boolean;
  /** Emits the model if nothing is wrong with it; answers whether it did. */
  readonly apply: () => boolean;
}

const realNow = (): Date => new Date();

/** The draft and whether it was submitted; restarts when another model is applied. */
const useDraftOf = (applied: FilterModel) => {
  const key = toQuery(applied);
  const [draft, change] = useReducer<Draft, [DraftChange]>(changeDraft, applied);
  const [tried, setTried] = useState(false);
  const [revision, setRevision] = useState(0);
  const [startedFrom, setStartedFrom] = useState(key);
  const load = (model: FilterModel) => {
    setTried(false);
    setRevision(revision + 1);
    change({ type: 'load', model });
  };
  if (startedFrom !== key) {
    setStartedFrom(key);
    load(applied);
  }
  return { draft, change, tried, setTried, revision, load };
};

const actionsOver = (change: (change: DraftChange) => void): DraftActions => ({
  set: (filter, index = 0) => change({ type: 'set', index, filter }),
  setIndices: (indices) => change({ type: 'indices', indices }),
  add: (definition) => change({ type: 'add', definition }),
  remove: (field, index) => change({ type: 'remove', field, index }),
  setReaderOrgs: (found) => change({ type: 'lookup', found }),
});

// One empty entry for each field, so that an untouched field is the same from one render to the next.
const untouched = new WeakMap<FieldDefinition, readonly Filter[]>();
const untouchedEntries = (definition: FieldDefinition): readonly Filter[] => {
  const known = untouched.get(definition) ?? [emptyFilter(definition)];
  untouched.set(definition, known);
  return known;
};

/** The draft as it is shown and judged: with names, without what other choices rule out. */
const useShownDraft = (draft: Draft, rules: DraftRules) => {
  const named = useNamedModel(draft, rules.catalogue);
  const { clientIds, offered } = useOffered(named.filters, rules.catalogue);
  const shown: Draft = useMemo(
    () => ({
      filters: keepOffered(named.filters, offered, rules.catalogue),
      indices: draft.indices,
      ...(draft.lookedUp ? { lookedUp: true } : {}),
    }),
    [named, offered, draft, rules.catalogue],
  );
  return { shown, clientIds, offered };
};

/** The logic of a filter panel without its looks: draft, display rules, validation, reset and apply. */
export const useFilterDraft = (options: FilterDraftOptions): FilterDraft => {
  const { applied, defaults, baseline = applied, rules, onApply, checked = false, now = realNow } = options;
  const { draft, change, tried, setTried, revision, load } = useDraftOf(applied);
  const { shown, clientIds, offered } = useShownDraft(draft, rules);
  const actions = useMemo(() => actionsOver(change), [change]);
  const model = modelOfDraft(shown, rules, now());
  const problems = draftProblems(shown, rules, now());
  const entriesOf = (definition: FieldDefinition) => {
    const entries = shown.filters.filter(({ field }) => field === definition.field);
    return entries.length > 0 ? entries : untouchedEntries(definition);
  };
  const check = () => {
    setTried(true);
    return problems.length === 0;
  };
  return {
    ...actions,
    actions,
    indices: draft.indices,
    model,
    isModified: !isSameSearch(model, modelOfDraft(baseline, rules, now())),
    isValid: problems.length === 0,
    problems: new Map(tried || checked ? problems.map(({ field, message }) => [field, message]) : []),
    revision,
    offered,
    clientIds,
    entriesOf,
    isShown: (definition) => isShown(definition, draft.filters),
    canAdd: (definition, index) => definition.compound && canAddEntry(index, entriesOf(definition).length),
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
