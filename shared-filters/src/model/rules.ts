// Which filters are shown, kept and offered.
import { isStaff } from '@readerlens/contract/vocabulary';
import type { Role } from '@readerlens/contract/vocabulary';
import { readerOrgsLookup } from './catalogue.ts';
import type { FieldCatalogue } from './catalogue.ts';
import { withoutEmpty } from './empty.ts';
import type { FieldCapability, FieldDefinition } from './field-definition.ts';
import type { Filter, FilterModel, Term } from './kinds.ts';
import { limits } from './parse-value.ts';

/** The values of a controlling field: true, false, a relative code, or null for none. */
const controlValues = (field: string, filters: readonly Filter[]): (boolean | string | null)[] => {
  const values = filters.flatMap((filter) => {
    if (filter.field !== field) return [];
    return typeof filter.value === 'boolean' || typeof filter.value === 'string' ? [filter.value] : [null];
  });
  return values.length > 0 ? values : [null];
};

/** Whether a field may be shown next to these filters: its controlling field, if any, has a listed value. */
export const isShown = (definition: FieldDefinition, filters: readonly Filter[]): boolean => {
  const { dependsOn } = definition;
  if (!dependsOn) return true;
  return controlValues(dependsOn.field, filters).every((value) => dependsOn.values.includes(value));
};

/** Drops filters whose field is not shown, such as the date range beside a relative range. */
export const withoutHidden = (filters: readonly Filter[], catalogue: FieldCatalogue): Filter[] =>
  filters.filter(({ field }) => {
    const definition = catalogue.find(field);
    return definition === undefined || isShown(definition, filters);
  });

export interface FilterUser {
  readonly role: Role;
  /** The user's search fields: those granted beyond Basic. */
  readonly searchFields: readonly string[];
}

const isInternal = (user: FilterUser): boolean => isStaff(user.role);

/** The reader org lookup fills the ReaderOrgs filter, so permission for the lookup includes that field. */
const granted = ({ searchFields }: FilterUser, field: string): boolean =>
  searchFields.includes(field) || (field === 'ReaderOrgs' && searchFields.includes(readerOrgsLookup.field));

/**
 * Whether a user may search by a field: one granted by name, or a Basic one; any for Internal and above. A restricted
 * field must always be granted by name; an internal-only one is never available below Internal.
 */
export const maySearch = (
  definition: FieldCapability & { readonly restricted?: boolean },
  user: FilterUser,
): boolean => {
  if (!definition.searchable) return false;
  if (definition.internalOnly && !isInternal(user)) return false;
  if (granted(user, definition.field)) return true;
  return !definition.restricted && (definition.accessLevel === 'Basic' || isInternal(user));
};

export const searchableFields = (catalogue: FieldCatalogue, user: FilterUser): Set<string> =>
  new Set(catalogue.fields.filter((definition) => maySearch(definition, user)).map(({ field }) => field));

export const mayLookUpReaderOrgs = (user: FilterUser): boolean => maySearch(readerOrgsLookup, user);

/** Keeps only filters whose field the user may search by. */
export const keepSearchable = (
  filters: readonly Filter[],
  catalogue: FieldCatalogue,
  user: FilterUser,
): Filter[] => {
  const fields = searchableFields(catalogue, user);
  return filters.filter(({ field }) => fields.has(field));
};

/** The stored and emitted form of a model: only shown, non-empty filters, in catalogue order. */
export const normalizeModel = (model: FilterModel, catalogue: FieldCatalogue): FilterModel => {
  const position = new Map(catalogue.fields.map(({ field }, index) => [field, index]));
  const kept = withoutHidden(withoutEmpty(model.filters), catalogue);
  return {
    filters: kept.sort((a, b) => (position.get(a.field) ?? Infinity) - (position.get(b.field) ?? Infinity)),
    indices: model.indices,
  };
};

/** Compound fields: the first entry cannot be removed; an entry can be added only after the last one, up to seven. */
export const canRemoveEntry = (index: number): boolean => index > 0;
export const canAddEntry = (index: number, count: number): boolean =>
  index === count - 1 && count < limits.entries;

/** Firmographic question fields are shown only for communities of the question's business group. */
export const isQuestionShown = (
  definition: FieldDefinition,
  businessGroupIds: ReadonlySet<string>,
): boolean => {
  const group = definition.question?.businessGroupId;
  return group === undefined || group === null || businessGroupIds.has(group);
};

/** Options that are not selected yet. */
export const withoutSelected = <T extends Term>(options: readonly T[], selected: readonly Term[]): T[] => {
  const ids = new Set(selected.map(({ id }) => id));
  return options.filter(({ id }) => !ids.has(id));
};

/** Drops a field's terms that are no longer valid, such as tags of clients that were deselected. */
export const keepValidTerms = (
  filters: readonly Filter[],
  field: string,
  validIds: ReadonlySet<string>,
): Filter[] =>
  filters.map((filter) =>
    filter.$type === 'Terms' && filter.field === field
      ? { ...filter, value: filter.value.filter(({ id }) => validIds.has(id)) }
      : filter,
  );

/** The selected terms of a field, from all its Contains filters. */
export const listSelectedTerms = (filters: readonly Filter[], field: string): Term[] =>
  filters.flatMap((filter) =>
    filter.$type === 'Terms' && filter.field === field && filter.op === 'Contains' ? filter.value : [],
  );
