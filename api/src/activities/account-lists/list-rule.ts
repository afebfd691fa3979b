// The rule of an account list: the organizations with enough of some activities of its client. It counts what the viewer sees, as
// of now, so that nobody learns through a list about activities that they may not see.
import { activityTypes as allActivityTypes } from '@readerlens/contract/vocabulary';
import { maxListOrganizations } from '@readerlens/contract/account-lists';
import {
  findDateRange,
  isEmpty,
  parseModel,
  prepareForQuery,
  withDefaultDateRange,
} from '@readerlens/filters/model';
import type { FieldCatalogue, Filter, FilterModel } from '@readerlens/filters/model';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { DataScope } from '../../people/policy.ts';
import type { OrganisationRule } from '../selection.ts';

export interface StoredRule {
  readonly filters: unknown;
  readonly indices: readonly string[];
  readonly leastEngagements: number;
  /** Null is all of them, up to the size of a list. */
  readonly mostOrganizations: number | null;
}

export interface RuleViewer {
  readonly scope: DataScope;
  readonly catalogue: FieldCatalogue;
  readonly now: Date;
}

/** The rule of a row of `account_list`; null without one. */
export const storedRuleSql = (alias: string): RawBuilder<StoredRule | null> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`CASE WHEN ${column('filters')} IS NULL THEN NULL ELSE jsonb_build_object('filters', ${column('filters')},
    'indices', to_jsonb(${column('indices')}), 'leastEngagements', ${column('least_engagements')},
    'mostOrganizations', ${column('most_organizations')}) END`;
};

const readRule = (rule: StoredRule, catalogue: FieldCatalogue): FilterModel | undefined => {
  const parsed = parseModel(rule, catalogue);
  return parsed.ok ? parsed.model : undefined;
};

/** The filters of a rule; none of one that is no longer valid. */
export const listRuleFilters = (rule: StoredRule, catalogue: FieldCatalogue): readonly Filter[] =>
  readRule(rule, catalogue)?.filters ?? [];

/** Whether all filters of a rule are still valid and ones that someone may search by: without one, the rule would find more. */
export const mayUseRule = (
  rule: StoredRule,
  { scope, catalogue }: Pick<RuleViewer, 'catalogue' | 'scope'>,
): boolean =>
  readRule(rule, catalogue)?.filters.every(
    (filter) => isEmpty(filter) || scope.searchFields.has(filter.field),
  ) ?? false;

/** What a rule counts for someone who may use it. */
export const selectByRule = (
  rule: StoredRule,
  clientId: number,
  { scope, catalogue, now }: RuleViewer,
): OrganisationRule => {
  const { filters, indices } = readRule(rule, catalogue) ?? { filters: [], indices: [] };
  const prepared = prepareForQuery(withDefaultDateRange(filters, now), { now, catalogue });
  const range = findDateRange(prepared);
  if (!range) throw new Error('The prepared filters have no date range.');
  const types = indices.length > 0 ? indices : allActivityTypes;
  return {
    least: rule.leastEngagements,
    most: rule.mostOrganizations ?? maxListOrganizations,
    selection: {
      clientIds: [clientId],
      communityIds: scope.communityIds,
      activityTypes: types.filter((type) => scope.activityTypes.includes(type)),
      range,
      filters: prepared.filter(({ $type }) => $type !== 'DateRange'),
      catalogue,
    },
  };
};
