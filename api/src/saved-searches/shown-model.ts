import type { ActivityType } from '@readerlens/contract';
import { maskedFilters, readStoredModel } from '@readerlens/filters/model';
import type { FieldCatalogue, Filter, FilterModel } from '@readerlens/filters/model';
import { createTermNames } from '../lookups/term-names.ts';
import type { Viewer } from '../lookups/viewer.ts';
import type { Services } from '../platform/services.ts';

/** A model as it is stored. */
export interface StoredModel {
  readonly filters: unknown;
  readonly indices: unknown;
}

/** A model as the contract has it. */
export interface ShownModel {
  filters: Filter[];
  indices: ActivityType[];
}

/** Splits filters into those that Blinded Mode shows and those by texts that it hides. */
export const splitMasked = (filters: readonly Filter[], catalogue: FieldCatalogue) => {
  const hidden = new Set(maskedFilters(filters, catalogue).map(({ index }) => index));
  return {
    shown: filters.filter((_, index) => !hidden.has(index)),
    hidden: filters.filter((_, index) => hidden.has(index)),
  };
};

/** Stored models as a caller sees them: what is still known, named, and without hidden texts while blinded. */
export const createShownModels = (services: Services) => {
  const nameTerms = createTermNames(services);
  const forViewer = (model: FilterModel, catalogue: FieldCatalogue, { blinded }: Viewer): FilterModel =>
    blinded ? { ...model, filters: splitMasked(model.filters, catalogue).shown } : model;
  return async (models: readonly StoredModel[], viewer: Viewer): Promise<ShownModel[]> => {
    const catalogue = await services.catalogue();
    const known = models.map((model) => forViewer(readStoredModel(model, catalogue), catalogue, viewer));
    const named = await nameTerms(known, viewer);
    return named.map(({ filters, indices }) => ({ filters: [...filters], indices: [...indices] }));
  };
};
