import type { DroppedFilter, DropReason } from '@readerlens/contract';
import {
  droppedMessages,
  foreignClientProblems,
  normalizeModel,
  parseModel,
  withoutEmpty,
} from '@readerlens/filters/model';
import type { FieldCatalogue, Filter, FilterModel, Problem } from '@readerlens/filters/model';
import { invalidFilter, invalidFilters, maskedProblems, refuseExpensive } from '../filter-problems.ts';
import { withoutMaskedNames } from '../lookups/term-names.ts';
import type { DataScope } from '../../people/policy.ts';
import type { Owner } from '../../people/owner.ts';
import { AppError } from '../../platform/http/errors.ts';

/** Filters and activity types as received. */
export interface ModelInput {
  readonly filters: unknown;
  readonly indices?: unknown;
}

/** What a save stores, and what it leaves out. */
export interface ReadModel {
  readonly model: FilterModel;
  /** For the answer of the save. */
  readonly dropped: readonly DroppedFilter[];
}

export interface ReadOptions {
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

/** The filters of the first list that are not in the second, as the answer of a save names them. */
export const droppedFilters = (
  filters: readonly Filter[],
  kept: readonly Filter[],
  { reason, catalogue }: { readonly reason: DropReason; readonly catalogue: FieldCatalogue },
): DroppedFilter[] =>
  filters
    .filter((filter) => !kept.includes(filter))
    .map(({ field }) => ({ field, label: catalogue.find(field)?.label ?? field, reason }));

/** The answer of a save. */
export const answerWith = <T extends object>(
  data: T,
  dropped: readonly DroppedFilter[],
): T & { dropped?: DroppedFilter[] } => (dropped.length > 0 ? { ...data, dropped: [...dropped] } : data);

/** Runs rules for what is left. Their refusal also names what the user may not use: the caller does not know that otherwise. */
export const checkedWithout = <T>(dropped: readonly DroppedFilter[], check: () => T): T => {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { status, code, message, details = [], headers } = error;
    const denied = dropped.filter(({ reason }) => reason === 'not permitted');
    const named = droppedMessages(denied).map((text) => ({ path: 'filters', message: text }));
    throw new AppError(status, code, message, { details: [...details, ...named], headers });
  }
};

/**
 * Parses a filter model that a caller wants to store for a user. Leaves out filters that are empty,
 * hidden by another one, or on fields that the user may not search.
 * @throws AppError 400 for invalid filters, for clients that do not belong to the user, and for filters on texts that
 * Blinded Mode hides, and for filters that cost too much; each with its path.
 */
export const readModel = (input: ModelInput, options: ReadOptions): ReadModel => {
  const { catalogue, owner, blinded } = options;
  const parsed = parseModel(input, catalogue);
  if (!parsed.ok) throw invalidFilters(parsed.problems);
  const { filters } = parsed.model;
  const masked = blinded ? maskedProblems(filters, catalogue) : [];
  const problems = [...masked, ...foreignProblems(filters, owner)];
  const [first] = problems;
  if (first) throw invalidFilter(first.message, problems);
  refuseExpensive(filters, catalogue);
  const { filters: kept, indices } = normalizeModel(parsed.model, catalogue);
  const searchable = searchableBy(kept, owner.scope);
  const dropped = [
    ...droppedFilters(withoutEmpty(filters), kept, { reason: 'ruled out', catalogue }),
    ...droppedFilters(kept, searchable, { reason: 'not permitted', catalogue }),
  ];
  const model = { filters: searchable, indices };
  // Names sent by a blinded caller are pseudonyms.
  return { model: blinded ? withoutMaskedNames(model, catalogue) : model, dropped };
};
