// The words for what is known of an organization, on its page and in the ranking.
import { maySeeValue } from '@readerlens/filters/model';
import { formatCount } from '@readerlens/ui';

export const formatDollars = (revenue: number): string => `$${formatCount(Math.round(revenue))}`;

/** Granted by field; a person without one is told so instead of wondering. */
const valueNames = {
  orgTypes: 'type',
  countries: 'countries',
  revenue: 'revenue',
  productCategories: 'product categories',
} as const;
type GrantedValue = keyof typeof valueNames;

export const grantedValues = Object.keys(valueNames) as GrantedValue[];

/** Says which of the values a person with these search fields does not see; undefined if all are seen. */
export const describeWithheld = (
  values: readonly GrantedValue[],
  searchFields: ReadonlySet<string>,
): string | undefined => {
  const names = values.filter((value) => !maySeeValue(value, searchFields)).map((value) => valueNames[value]);
  if (names.length === 0) return undefined;
  return `Your account does not show the ${new Intl.ListFormat('en').format(names)} of organizations.`;
};
