// What is known about an organization besides its name and its types, for its page and the ranking.
import type { OrgProfile } from '@readerlens/contract';
import type { OrgProperty } from '@readerlens/contract/most-active';
import { maySeeValue } from '@readerlens/filters/model';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Viewer } from '../../people/session.ts';
import { noName } from '../dimension-names.ts';

/** The values of an organization; each is missing if it was not selected. */
export interface StoredProperties {
  readonly countries?: readonly (string | null)[];
  readonly revenue?: number | string | null;
  readonly productCategories?: readonly string[] | null;
}

/** The columns of `organisation AS o`; countries are those of activities. */
export const propertySql: Readonly<Record<Exclude<OrgProperty, 'countries'>, RawBuilder<unknown>>> = {
  revenue: sql`o.revenue`,
  productCategories: sql`o.product_category AS "productCategories"`,
};

/** Upstream systems write these for 'none'. */
export const isRealName = (name: string | null): name is string =>
  name !== null && !['', noName, 'Unclassified'].includes(name);

/** The values that the viewer may see. A withheld one looks like a missing one. */
export const viewProperties = (
  { countries = [], revenue = null, productCategories }: StoredProperties,
  { scope }: Pick<Viewer, 'scope'>,
): Pick<OrgProfile, OrgProperty> => {
  const sees = (property: OrgProperty) => maySeeValue(property, scope.searchFields);
  return {
    countries: sees('countries') ? countries.filter(isRealName) : [],
    revenue: sees('revenue') && revenue !== null ? Number(revenue) : null,
    productCategories: sees('productCategories') ? (productCategories ?? []).filter(isRealName) : [],
  };
};
