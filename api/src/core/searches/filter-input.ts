import { foreignClientProblems, normalizeModel, parseModel } from '@readerlens/filters/model';
import type { FieldCatalogue, Filter, FilterModel, Problem } from '@readerlens/filters/model';
import { invalidFilter, maskedProblems, refuseExpensive } from '../activities/filter-problems.ts';
import { withoutMaskedNames } from '../lookups/term-names.ts';
import type { DataScope } from '../people/policy.ts';
import type { Owner } from '../people/owner.ts';

/** Filters and activity types as received. */
export interface ModelInput {
  readonly filters: unknown;
  readonly indices?: unknown;
}

interface ReadOptions {
  /** The user the filters are stored for. */
  readonly owner: Owner;
  readonly catalogue: FieldCatalogue;
  /** Scope of the caller. */
  readonly blinded: boolean;
}

const foreignProblems = (filters: readonly Filter[], { scope: { clientIds } }: Owner): Problem[] => {
  if (clientIds === 'all') return [];
  const own = new Set(clientIds.map(String));
  return filters.flatMap((filter, index) =>
    foreignClientProblems([filter], own).map(({ message }) => ({ path: `/filters/${index}/value`, message })),
  );
};

/** Keeps only filters on fields the user may search. */
export const searchableBy = (filters: readonly Filter[], { searchFields }: DataScope): Filter[] =>
  filters.filter(({ field }) => searchFields.has(field));

/**
 * Parses a filter model that a caller wants to store for a user. Drops filters that are hidden, empty, or on fields that
 * the user may not search.
 * @throws AppError 400 for invalid filters, for clients that do not belong to the user, and for filters on texts that
 * Blinded Mode hides, and for filters that cost too much; each with its path.
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
  refuseExpensive(filters, catalogue);
  const { filters: kept, indices } = normalizeModel(parsed.model, catalogue);
  const model = { filters: searchableBy(kept, owner.scope), indices };
  // Names sent by a blinded caller are pseudonyms.
  return blinded ? withoutMaskedNames(model, catalogue) : model;
};
