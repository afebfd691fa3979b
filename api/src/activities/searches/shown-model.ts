import type { ActivityType } from '@readerlens/contract';
import { maskedFilters, readStoredModel } from '@readerlens/filters/model';
import type { FieldCatalogue, Filter, FilterModel } from '@readerlens/filters/model';
import { createTermNames } from '../lookups/term-names.ts';
import type { Viewer } from '../../people/session.ts';
import type { Services } from '../../people/services.ts';

/** A filter model as stored. */
export interface StoredModel {
  readonly filters: unknown;
  readonly indices: unknown;
}

/** A filter model as the contract defines it. */
export interface ShownModel {
  filters: Filter[];
  indices: ActivityType[];
}

/** Splits filters into visible ones and those on texts that Blinded Mode hides. */
export const splitMasked = (filters: readonly Filter[], catalogue: FieldCatalogue) => {
  const hidden = new Set(maskedFilters(filters, catalogue).map(({ index }) => index));
  return {
    shown: filters.filter((_, index) => !hidden.has(index)),
    hidden: filters.filter((_, index) => hidden.has(index)),
  };
};

/** Converts stored models for a viewer: adds current names, drops unknown terms and, in Blinded Mode, hidden texts. */
export const createShownModels = (services: Pick<Services, 'db' | 'catalogue'>) => {
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
