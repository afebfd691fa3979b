import type { ActivityType } from '@readerlens/contract';
import { isEmpty, isMaskedField, maskedFilters, readStoredModel } from '@readerlens/filters/model';
import type { FieldCatalogue, Filter, FilterModel } from '@readerlens/filters/model';
import { createTermNames } from '../lookups/term-names.ts';
import { searchableBy } from './filter-input.ts';
import { maskedText } from '../../people/blinding/pseudonyms.ts';
import type { Session, Viewer } from '../../people/session.ts';
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

/**
 * Whether the viewer stored the model. Others get no name of a term that they do not see. Those who may change it get all filters,
 * because leaving some out would remove them with the next change; those who only read it get the ones that they may search by.
 */
export type ModelAccess = 'owns' | 'edits' | 'reads';

/** Of somebody who may change the model, as its owner or for them. */
export const accessToChange = (
  owner: { readonly user: { readonly id: number } },
  { user }: Session,
): ModelAccess => (owner.user.id === user.id ? 'owns' : 'edits');

const toShown = ({ filters, indices }: FilterModel): ShownModel => ({
  filters: [...filters],
  indices: [...indices],
});

/** Converts stored models for a viewer: adds current names, drops unknown terms and, in Blinded Mode, hidden texts. */
export const createShownModels = (services: Pick<Services, 'db' | 'catalogue'>) => {
  const nameTerms = createTermNames(services);
  return async (
    models: readonly StoredModel[],
    viewer: Viewer,
    access: ModelAccess,
  ): Promise<ShownModel[]> => {
    const catalogue = await services.catalogue();
    const known = models.map((stored) => {
      const { filters: all, indices } = readStoredModel(stored, catalogue);
      const filters = access === 'reads' ? searchableBy(all, viewer.scope) : all;
      return { filters: viewer.blinded ? splitMasked(filters, catalogue).shown : filters, indices };
    });
    return (await nameTerms(known, viewer, access === 'owns' ? 'stored' : 'none')).map(toShown);
  };
};

/** A model to be put into words for someone who reads it. */
export interface WordedModel extends ShownModel {
  /** The number of filters that are left out: the viewer may not search by their fields, or the fields do not exist any more. */
  readonly unseen: number;
}

/**
 * Converts stored models for words: as for viewers who only read them, but nothing is left out without being counted. A text that
 * Blinded Mode hides is replaced: without the filter the words would say that more is selected.
 */
export const createWordedModels = (services: Pick<Services, 'db' | 'catalogue'>) => {
  const nameTerms = createTermNames(services);
  return async (models: readonly StoredModel[], viewer: Viewer): Promise<WordedModel[]> => {
    const catalogue = await services.catalogue();
    const hideText = (filter: Filter): Filter => {
      const definition = catalogue.find(filter.field);
      const isHidden = viewer.blinded && definition !== undefined && isMaskedField(definition);
      return isHidden && filter.$type === 'Text' ? { ...filter, value: maskedText } : filter;
    };
    const known = models.map((stored) => {
      const { filters: all, indices } = readStoredModel(stored, catalogue);
      const effective = all.filter((filter) => !isEmpty(filter));
      const filters = searchableBy(effective, viewer.scope).map(hideText);
      const count = Array.isArray(stored.filters) ? stored.filters.length : 0;
      return { filters, indices, unseen: count - (all.length - effective.length) - filters.length };
    });
    const named = await nameTerms(known, viewer, 'none');
    return named.map((model, index) => ({ ...toShown(model), unseen: known[index]?.unseen ?? 0 }));
  };
};
