import type {
  FieldCatalogue,
  FieldDefinition,
  Filter,
  FilterModel,
  LookupName,
  Term,
} from '@readerlens/filters/model';
import type { Services } from '../../people/services.ts';
import { nameAccountLists } from '../account-lists/named-lists.ts';
import { createClientLookup } from './client-lookup.ts';
import { findCommunities } from './community-lookup.ts';
import { dimensionRows } from './dimension-lookup.ts';
import type { DimensionName } from './dimension-lookup.ts';
import { named, parseIds } from '../../people/named.ts';
import { createOrganisationLookup } from './organisation-lookup.ts';
import { analystTags } from './tag-lookup.ts';
import type { Viewer } from '../../people/session.ts';

interface NamedTerm {
  readonly id: string;
  readonly name: string;
}
type FindNames = (ids: readonly string[], viewer: Viewer) => Promise<readonly NamedTerm[]>;
type Names = ReadonlyMap<LookupName, ReadonlyMap<string, string>>;

/** Terms that have a pseudonym in Blinded Mode. */
const masked: ReadonlySet<LookupName> = new Set([
  'clients',
  'newsletters',
  'reader-orgs',
  'account-lists',
  'analyst-tags',
]);

const findLookup = ({ field }: Filter, catalogue: FieldCatalogue): LookupName | undefined => {
  const options = catalogue.find(field)?.options;
  return options?.from === 'lookup' ? options.lookup : undefined;
};

/** Terms that have a name besides their id. States and answers to questions are their own names and are not included. */
const createFinders = ({ db }: Pick<Services, 'db'>): Partial<Record<LookupName, FindNames>> => {
  const clients = createClientLookup(db);
  const organisations = createOrganisationLookup(db);
  const all =
    (name: DimensionName): FindNames =>
    async (_, viewer) =>
      named(await dimensionRows(db, name, viewer));
  return {
    clients: async (ids, viewer) => named(await clients.byIds(parseIds(ids), viewer)),
    onlines: async (_, { scope }) => findCommunities(db, scope),
    'analyst-tags': async (ids, viewer) => named(await analystTags(db, { ids: parseIds(ids) }, viewer)),
    'reader-orgs': async (ids, viewer) => named(await organisations.byIds(parseIds(ids), viewer)),
    'account-lists': (ids, viewer) => nameAccountLists(db, ids, viewer),
    'content-topics': all('content-topics'),
    'document-types': all('document-types'),
    newsletters: all('newsletters'),
    'service-offerings': all('service-offerings'),
    personas: all('personas'),
    countries: all('countries'),
    regions: all('regions'),
  };
};

const idsByLookup = (models: readonly FilterModel[], catalogue: FieldCatalogue) => {
  const ids = new Map<LookupName, Set<string>>();
  for (const filter of models.flatMap(({ filters }) => filters)) {
    const lookup = findLookup(filter, catalogue);
    if (filter.$type !== 'Terms' || !lookup) continue;
    const known = ids.get(lookup) ?? new Set<string>();
    for (const { id } of filter.value) known.add(id);
    ids.set(lookup, known);
  }
  return ids;
};

/**
 * What a term is called that was removed, or that the viewer does not see: as it was when the filter was stored, for those who
 * stored it, or nothing.
 */
type UnseenNames = 'stored' | 'none';

const withName = (
  term: Term,
  definition: FieldDefinition | undefined,
  names: Names,
  keepsName: (lookup: LookupName) => boolean,
): Term => {
  const { options } = definition ?? {};
  if (options?.from === 'static')
    return { ...term, name: options.items.find(({ id }) => id === term.id)?.name ?? term.id };
  if (!options) return term;
  const known = names.get(options.lookup);
  if (!known) return { id: term.id, name: term.name ?? term.id };
  const name = known.get(term.id);
  if (name !== undefined) return { id: term.id, name };
  return keepsName(options.lookup) ? term : { id: term.id };
};

/** A model without names that Blinded Mode hides, or that were pseudonyms when they were sent. */
export const withoutMaskedNames = (model: FilterModel, catalogue: FieldCatalogue): FilterModel => ({
  ...model,
  filters: model.filters.map((filter) => {
    const lookup = findLookup(filter, catalogue);
    if (filter.$type !== 'Terms' || !lookup || !masked.has(lookup)) return filter;
    return { ...filter, value: filter.value.map(({ id }) => ({ id })) };
  }),
});

/** Sets the current names of the terms of models, as far as the viewer may see them; pseudonyms in Blinded Mode. */
export const createTermNames = (services: Pick<Services, 'db' | 'catalogue'>) => {
  const finders = createFinders(services);
  return async (
    models: readonly FilterModel[],
    viewer: Viewer,
    unseen: UnseenNames = 'stored',
  ): Promise<FilterModel[]> => {
    const catalogue = await services.catalogue();
    const found = await Promise.all(
      [...idsByLookup(models, catalogue)].map(async ([lookup, ids]) => {
        const terms = await finders[lookup]?.([...ids], viewer);
        return terms ? [[lookup, new Map(terms.map(({ id, name }) => [id, name]))] as const] : [];
      }),
    );
    const names: Names = new Map(found.flat());
    const keepsName = (lookup: LookupName) => unseen === 'stored' && !(viewer.blinded && masked.has(lookup));
    const nameFilter = (filter: Filter): Filter =>
      filter.$type === 'Terms'
        ? {
            ...filter,
            value: filter.value.map((term) => withName(term, catalogue.find(filter.field), names, keepsName)),
          }
        : filter;
    return models.map((model) => ({ ...model, filters: model.filters.map(nameFilter) }));
  };
};
export type TermNames = ReturnType<typeof createTermNames>;
