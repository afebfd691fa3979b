import { foreignClientProblems, normalizeModel, parseModel } from '@readerlens/filters/model';
import type { FieldCatalogue, Filter, FilterModel, Problem } from '@readerlens/filters/model';
import { invalidFilter, maskedProblems } from '../engagements/filter-problems.ts';
import { withoutMaskedNames } from '../lookups/term-names.ts';
import type { DataScope } from '../platform/policy.ts';
import type { Owner } from '../preferences/owner.ts';

/** Filters and activity types, as they came. */
export interface ModelInput {
  readonly filters: unknown;
  readonly indices?: unknown;
}

interface ReadOptions {
  /** For whom they are to be kept. */
  readonly owner: Owner;
  readonly catalogue: FieldCatalogue;
  /** Of the caller. */
  readonly blinded: boolean;
}

const foreignProblems = (filters: readonly Filter[], { scope: { clientIds } }: Owner): Problem[] => {
  if (clientIds === 'all') return [];
  const own = new Set(clientIds.map(String));
  return filters.flatMap((filter, index) =>
    foreignClientProblems([filter], own).map(({ message }) => ({ path: `/filters/${index}/value`, message })),
  );
};

/** Only what a user may search by. */
export const searchableBy = (filters: readonly Filter[], { searchFields }: DataScope): Filter[] =>
  filters.filter(({ field }) => searchFields.has(field));

/**
 * What a caller sent as the model to be kept for a user: read, without filters that are hidden, empty, or by fields
 * that the user may not search by.
 * @throws AppError 400 for what cannot be read, for clients that are not the user's, and for filters by texts that
 * Blinded Mode hides; each with its place.
 */
export const readModel = (input: ModelInput, options: ReadOptions): FilterModel => {
  const { catalogue, owner, blinded } = options;
  const parsed = parseModel(input, catalogue);
  if (!parsed.ok) throw invalidFilter('Some filters are not valid.', parsed.problems);
  const { filters } = parsed.model;
  const masked = blinded ? maskedProblems(filters, catalogue) : [];
  const problems = [...masked, ...foreignProblems(filters, owner)];
  const [first] = problems;
  if (first) throw invalidFilter(first.message, problems);
  const { filters: kept, indices } = normalizeModel(parsed.model, catalogue);
  const model = { filters: searchableBy(kept, owner.scope), indices };
  // What a blinded caller has for names are stand-ins.
  return blinded ? withoutMaskedNames(model, catalogue) : model;
};
