// The draft of the panel as data: its state, changes, validation and result.
import { requiredMessage } from '@readerlens/contract/messages';
import type { ActivityType } from '@readerlens/contract/vocabulary';
import {
  activityTypeRequiredMessage,
  activityTypesField,
  canAddEntry,
  canRemoveEntry,
  dateRangeProblems,
  emptyFilter,
  finishModel,
  foreignClientProblems,
  isMaskedField,
  isQuestionShown,
  keepValidTerms,
  costProblems,
  parseFilters,
  requiredProblems,
  termsFilter,
  listSelectedTerms,
  withoutHidden,
  textLines,
  toQuery,
} from '../model/index.ts';
import type {
  FieldCatalogue,
  FieldDefinition,
  FieldError,
  Filter,
  FilterModel,
  FilterUser,
  Term,
} from '../model/index.ts';

export interface Draft {
  /** Every field's entries as typed, empty ones included. */
  readonly filters: readonly Filter[];
  readonly indices: readonly ActivityType[];
  /** A reader org lookup has run, so it must have found some. */
  readonly lookedUp?: boolean;
}

export type DraftChange =
  | { readonly type: 'load'; readonly model: FilterModel }
  | { readonly type: 'set'; readonly index: number; readonly filter: Filter }
  | { readonly type: 'add'; readonly definition: FieldDefinition }
  | { readonly type: 'remove'; readonly field: string; readonly index: number }
  | { readonly type: 'indices'; readonly indices: readonly ActivityType[] }
  | { readonly type: 'lookup'; readonly found: readonly Term[] | undefined };

const positions = (filters: readonly Filter[], field: string): number[] =>
  filters.flatMap((filter, position) => (filter.field === field ? [position] : []));

const setEntry = (filters: readonly Filter[], index: number, filter: Filter): Filter[] => {
  const at = positions(filters, filter.field)[index];
  return at === undefined ? [...filters, filter] : filters.with(at, filter);
};

const removeEntry = (filters: readonly Filter[], field: string, index: number): readonly Filter[] => {
  const at = positions(filters, field)[index];
  return at === undefined || !canRemoveEntry(index) ? filters : filters.toSpliced(at, 1);
};

const addEntry = (filters: readonly Filter[], definition: FieldDefinition): readonly Filter[] => {
  // The empty entry that is shown for an untouched field is not in the list yet.
  const count = Math.max(positions(filters, definition.field).length, 1);
  if (!definition.compound || !canAddEntry(count - 1, count)) return filters;
  const first = positions(filters, definition.field).length === 0 ? [emptyFilter(definition)] : [];
  return [...filters, ...first, emptyFilter(definition)];
};

/** The reader orgs found by a lookup replace those selected before; `undefined` means the lookup was cleared. */
const setLookupResult = ({ filters, indices }: Draft, found: readonly Term[] | undefined): Draft => {
  const others = filters.filter(({ field }) => field !== 'ReaderOrgs');
  if (!found) return { filters: others, indices };
  return { filters: [...others, termsFilter('ReaderOrgs', found)], indices, lookedUp: true };
};

export const changeDraft = (draft: Draft, change: DraftChange): Draft => {
  switch (change.type) {
    case 'load':
      return change.model;
    case 'set':
      return { ...draft, filters: setEntry(draft.filters, change.index, change.filter) };
    case 'add':
      return { ...draft, filters: addEntry(draft.filters, change.definition) };
    case 'remove':
      return { ...draft, filters: removeEntry(draft.filters, change.field, change.index) };
    case 'indices':
      return { ...draft, indices: change.indices };
    case 'lookup':
      return setLookupResult(draft, change.found);
  }
};

export interface DraftRules {
  readonly catalogue: FieldCatalogue;
  /** The user whose search fields apply: the owner of the filters. */
  readonly user: FilterUser;
  /**
   * What is required: 'dashboard' companies and dates, 'search' clients for users below Internal, 'plain' nothing.
   */
  readonly form: 'dashboard' | 'search' | 'plain';
  /** Dates are part of the form. */
  readonly dates: boolean;
  /** At least one activity type must be selected; otherwise none means all. */
  readonly typesRequired?: boolean;
  /** Fields that the form excludes. */
  readonly excluded?: ReadonlySet<string>;
  /** Clients that may be selected, in forms about a client user. */
  readonly ownClientIds?: ReadonlySet<string>;
}

/** What remains available given other selections; `undefined` while unknown. */
export interface Availability {
  /** Analyst tags of the selected clients. */
  readonly tagIds: ReadonlySet<string> | undefined;
  /** Business groups of the selected communities. */
  readonly businessGroupIds: ReadonlySet<string> | undefined;
  /** In Blinded Mode, text that it hides cannot be searched. */
  readonly blinded: boolean;
}

/** Drops tags of other clients, questions of other business groups, and filters that Blinded Mode rejects. */
export const keepAvailable = (
  filters: readonly Filter[],
  { tagIds, businessGroupIds, blinded }: Availability,
  catalogue: FieldCatalogue,
): readonly Filter[] => {
  const tagged = tagIds ? keepValidTerms(filters, 'AnalystTags', tagIds) : filters;
  return tagged.filter(({ field }) => {
    const definition = catalogue.find(field);
    if (!definition) return true;
    if (blinded && isMaskedField(definition)) return false;
    return businessGroupIds === undefined || isQuestionShown(definition, businessGroupIds);
  });
};

/** What the server would reject, by field. */
const serverProblems = (filters: readonly Filter[], catalogue: FieldCatalogue): FieldError[] => {
  const parsed = parseFilters(filters, catalogue);
  const problems = parsed.ok ? costProblems(parsed.filters, catalogue) : parsed.problems;
  return problems.flatMap(({ path, message }) => {
    const field = filters[Number(path.split('/')[2])]?.field;
    return field === undefined ? [] : [{ field, message }];
  });
};

const typeProblems = ({ indices }: Draft, { typesRequired = false }: DraftRules): FieldError[] =>
  typesRequired && indices.length === 0
    ? [{ field: activityTypesField, message: activityTypeRequiredMessage }]
    : [];

const lookupProblems = ({ lookedUp }: Draft, shown: readonly Filter[]): FieldError[] =>
  lookedUp && listSelectedTerms(shown, 'ReaderOrgs').length === 0
    ? [{ field: 'ReaderOrgs', message: requiredMessage('Reader Orgs') }]
    : [];

/** Why the draft cannot be applied, at most one problem per field. */
export const draftProblems = (draft: Draft, rules: DraftRules, now: Date): FieldError[] => {
  const shown = withoutHidden(draft.filters, rules.catalogue);
  const required =
    rules.form === 'plain'
      ? []
      : requiredProblems(
          shown,
          rules.form === 'dashboard' ? { kind: 'dashboard' } : { kind: 'search', user: rules.user },
        );
  const dates = shown.flatMap((filter) =>
    filter.$type === 'DateRange' ? dateRangeProblems(filter.value, now) : [],
  );
  const foreign = rules.ownClientIds ? foreignClientProblems(shown, rules.ownClientIds) : [];
  const byField = new Map<string, FieldError>();
  const further = [
    ...typeProblems(draft, rules),
    ...lookupProblems(draft, shown),
    ...serverProblems(shown, rules.catalogue),
  ];
  for (const problem of [...required, ...dates, ...foreign, ...further]) {
    if (!byField.has(problem.field)) byField.set(problem.field, problem);
  }
  return [...byField.values()];
};

/**
 * The finished model of a draft: only shown, searchable, included and non-empty filters, with dates if the form has
 * them.
 */
export const modelOfDraft = (draft: Draft, rules: DraftRules, now: Date): FilterModel => {
  const { catalogue, user, dates, excluded } = rules;
  const filters = excluded ? draft.filters.filter(({ field }) => !excluded.has(field)) : draft.filters;
  return finishModel({ filters, indices: draft.indices }, { catalogue, user, dates, now });
};

/** The order of options and blank lines are irrelevant. */
const ordered = (filter: Filter): Filter => {
  switch (filter.$type) {
    case 'Terms':
      return { ...filter, value: filter.value.toSorted((a, b) => (a.id < b.id ? -1 : 1)) };
    case 'Media':
      return { ...filter, value: filter.value.toSorted() };
    case 'Text':
      return { ...filter, value: textLines(filter.value).join('\n') };
    default:
      return filter;
  }
};

const buildModelKey = ({ filters, indices }: FilterModel): string =>
  toQuery({ filters: filters.map(ordered), indices: indices.toSorted() });

/** Whether two normalized models are equal. A relative range differs from the same days as a fixed range. */
export const isSameSearch = (a: FilterModel, b: FilterModel): boolean =>
  buildModelKey(a) === buildModelKey(b);
