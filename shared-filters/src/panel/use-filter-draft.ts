import type { ActivityType } from '@readerlens/contract/vocabulary';
import { useReducer, useState } from 'react';
import { useNamedModel } from '../lookups/use-named-model.ts';
import type { FieldDefinition, Filter, FilterModel } from '../model/index.ts';
import {
  canAddEntry,
  canRemoveEntry,
  emptyFilter,
  isShown,
  normalizeModel,
  toQuery,
} from '../model/index.ts';
import { changeDraft, draftProblems, modelOfDraft } from './draft.ts';
import type { Draft, DraftRules } from './draft.ts';

export interface FilterDraftOptions {
  /** The model that is in force; another one replaces the draft. */
  readonly applied: FilterModel;
  /** What Reset restores. */
  readonly defaults: FilterModel;
  readonly rules: DraftRules;
  readonly onApply: (model: FilterModel) => void;
  readonly now?: () => Date;
}

export interface FilterDraft {
  readonly indices: readonly ActivityType[];
  /** What applying would emit. */
  readonly model: FilterModel;
  /** Whether applying would change anything. */
  readonly isModified: boolean;
  /** Messages by field, once applying was tried. */
  readonly problems: ReadonlyMap<string, string>;
  /** Whether the draft could be applied as it is, whatever is shown. */
  readonly isValid: boolean;
  /** The entries of a field as the panel draws them: at least one, with names as far as they are known. */
  readonly entriesOf: (definition: FieldDefinition) => readonly Filter[];
  /** Whether the controlling field lets this one be shown. */
  readonly isShown: (definition: FieldDefinition) => boolean;
  readonly set: (filter: Filter, index?: number) => void;
  readonly setIndices: (indices: readonly ActivityType[]) => void;
  readonly canAdd: (definition: FieldDefinition, index: number) => boolean;
  readonly canRemove: (index: number) => boolean;
  readonly add: (definition: FieldDefinition) => void;
  readonly remove: (field: string, index: number) => void;
  /** Takes a model into the form, such as that of a saved search. */
  readonly load: (model: FilterModel) => void;
  readonly reset: () => void;
  /** Emits the model if nothing is wrong with it; answers whether it did. */
  readonly apply: () => boolean;
}

const realNow = (): Date => new Date();

/** The draft and whether it was tried, started anew when another model comes into force. */
const useDraftOf = (applied: FilterModel) => {
  const key = toQuery(applied);
  const [draft, change] = useReducer<Draft, [Parameters<typeof changeDraft>[1]]>(changeDraft, applied);
  const [tried, setTried] = useState(false);
  const [startedFrom, setStartedFrom] = useState(key);
  if (startedFrom !== key) {
    setStartedFrom(key);
    setTried(false);
    change({ type: 'load', model: applied });
  }
  return { draft, change, tried, setTried, key };
};

/** The logic of a filter panel without its looks: draft, display rules, validation, reset and apply. */
export const useFilterDraft = ({
  applied,
  defaults,
  rules,
  onApply,
  now = realNow,
}: FilterDraftOptions): FilterDraft => {
  const { draft, change, tried, setTried } = useDraftOf(applied);
  const named = useNamedModel(draft, rules.catalogue);
  const model = modelOfDraft(named, rules, now());
  const problems = draftProblems(named, rules, now());
  const load = (next: FilterModel) => {
    setTried(false);
    change({ type: 'load', model: next });
  };
  const entriesOf = (definition: FieldDefinition) => {
    const entries = named.filters.filter(({ field }) => field === definition.field);
    return entries.length > 0 ? entries : [emptyFilter(definition)];
  };
  return {
    indices: draft.indices,
    model,
    isModified: toQuery(model) !== toQuery(normalizeModel(applied, rules.catalogue)),
    isValid: problems.length === 0,
    problems: new Map(tried ? problems.map(({ field, message }) => [field, message]) : []),
    entriesOf,
    isShown: (definition) => isShown(definition, draft.filters),
    set: (filter, index = 0) => change({ type: 'set', index, filter }),
    setIndices: (indices) => change({ type: 'indices', indices }),
    canAdd: (definition, index) => definition.compound && canAddEntry(index, entriesOf(definition).length),
    canRemove: canRemoveEntry,
    add: (definition) => change({ type: 'add', definition }),
    remove: (field, index) => change({ type: 'remove', field, index }),
    load,
    reset: () => load(defaults),
    apply: () => {
      setTried(true);
      if (problems.length > 0) return false;
      onApply(model);
      return true;
    },
  };
};
