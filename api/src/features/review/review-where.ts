import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import type { ReviewFilter } from '@readerlens/contract';
import { reviewActivityTypes } from '@readerlens/contract/review';
import type { ReviewActivityType, ReviewFilterStatus } from '@readerlens/contract/review';
import { foldQuery } from '@readerlens/contract/text';
import { sqlLikePattern } from '@readerlens/filters/model';
import { activityTypeCode, rejectReasonCode, sourceCode, statusCode } from '../../activities/codes.ts';
import { joinWithAnd } from '../../activities/filter-sql.ts';
import type { Condition } from '../../activities/filter-sql.ts';
import { matchesAny, withinRange } from '../../activities/selection.ts';
import { parseId } from '../../platform/http/ids.ts';
import { reviewTextWhere } from '../../activities/text-where.ts';
import type { DataScope } from '../../people/policy.ts';
import type { Viewer } from '../../people/session.ts';

export const newsletterSources: readonly number[] = [
  sourceCode.editorial,
  sourceCode.customNewsletter,
  sourceCode.leadNurtureCampaign,
  sourceCode.streamNL,
];

export const isFromNewsletter: Condition = sql<SqlBool>`e.source = ANY(${newsletterSources}::smallint[])`;

const rejected: readonly number[] = [statusCode.Rejected, statusCode.RejectedAfterApproval];

/** Lists the row statuses for a status of the filter. */
export const listStatuses = (status: ReviewFilterStatus): readonly number[] => {
  if (status === 'Pending') return [statusCode.Pending];
  if (status === 'Approved') return [statusCode.Approved, statusCode.EditAfterApproval];
  return rejected;
};

/** Activities rejected without a reason, by an older version or upstream, count as rejected by a person. */
export const rejectReason = sql<number>`coalesce(e.reject_reason, ${rejectReasonCode.RejectedManually}::smallint)`;

const ofStatus = (status: ReviewFilterStatus): Condition[] => [
  matchesAny('e.status', listStatuses(status), 'smallint'),
  ...(status === 'Pending' || status === 'Approved'
    ? []
    : [sql<SqlBool>`${rejectReason} = ${rejectReasonCode[status]}::smallint`]),
];

/** Selects the activities that a reviewer may see and change. */
export const scopeWhere = ({ clientIds, communityIds, activityTypes }: DataScope): Condition => {
  const types = reviewActivityTypes.filter((type) => activityTypes.includes(type));
  return joinWithAnd([
    ...(clientIds === 'all' ? [] : [matchesAny('e.client_id', clientIds, 'integer')]),
    ...(communityIds === 'all' ? [] : [matchesAny('e.community_id', communityIds, 'smallint')]),
    ofTypes(types),
  ]);
};

const ofTypes = (types: readonly ReviewActivityType[]): Condition =>
  matchesAny(
    'e.activity_type',
    types.map((type) => activityTypeCode[type]),
    'smallint',
  );

const maxInteger = 2_147_483_647;

const numbers = (ids: readonly string[], most: number): number[] =>
  ids.flatMap((id) => parseId(id) ?? []).filter((id) => id <= most);

const ofSubject = ({ readerId, organizationId }: ReviewFilter): Condition[] => [
  ...(readerId === undefined ? [] : [matchesAny('e.reader_id', numbers([readerId], maxInteger), 'integer')]),
  ...(organizationId === undefined
    ? []
    : [matchesAny('e.organisation_id', numbers([organizationId], maxInteger), 'integer')]),
];

const narrowed = ({ companyIds = [], onlines = [], activityTypes = [], quality = [] }: ReviewFilter) => [
  ...(companyIds.length > 0 ? [matchesAny('e.client_id', numbers(companyIds, maxInteger), 'integer')] : []),
  ...(onlines.length > 0 ? [matchesAny('e.community_id', numbers(onlines, 32_767), 'smallint')] : []),
  ...(activityTypes.length > 0 ? [ofTypes(activityTypes)] : []),
  ...(quality.length > 0 ? [matchesAny('e.quality', quality, 'smallint')] : []),
];

const ofSource = ({ activitySource }: ReviewFilter): Condition[] => {
  if (!activitySource) return [];
  return [activitySource === 'NL' ? isFromNewsletter : sql<SqlBool>`NOT ${isFromNewsletter}`];
};

type Compared = NonNullable<ReviewFilter['comparedFields']>[number];

const comparison = ({ operation, value }: Compared): Condition =>
  operation === 'Equals'
    ? sql<SqlBool>`fold_text(p.email) = ${foldQuery(value)}`
    : sql<SqlBool>`fold_text(p.email) LIKE ${sqlLikePattern('Contains', value)}`;

const compared = ({ comparedFields = [], inclusionCondition = 'All' }: ReviewFilter): Condition[] => {
  if (comparedFields.length === 0) return [];
  const joined = sql.join(
    comparedFields.map(comparison),
    inclusionCondition === 'All' ? sql` AND ` : sql` OR `,
  );
  return [sql<SqlBool>`EXISTS (SELECT FROM reader AS p WHERE p.id = e.reader_id AND (${joined}))`];
};

/** Tells whether a row may still be changed by the decision once it is locked. */
export const stateWhere = ({ status, secondaryOnly }: ReviewFilter): Condition =>
  joinWithAnd([
    ...ofStatus(status),
    secondaryOnly ? sql<SqlBool>`e.sequence > 1` : sql<SqlBool>`e.sequence = 1`,
  ]);

/** The condition on `engagement AS e` for a validated filter, limited to what the reviewer may see. */
export const filterWhere = (filter: ReviewFilter, { scope, blinded }: Viewer): Condition =>
  joinWithAnd([
    stateWhere(filter),
    withinRange(filter),
    scopeWhere(scope),
    ...narrowed(filter),
    ...ofSubject(filter),
    ...ofSource(filter),
    ...compared(filter),
    ...reviewTextWhere({ text: filter.query, blinded }),
  ]);
