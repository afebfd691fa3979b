import { sql } from 'kysely';
import type { Kysely, SqlBool } from 'kysely';
import type { AuditFilter, Role } from '@readerlens/contract';
import { foldQuery } from '@readerlens/contract/text';
import { sqlLikePattern } from '@readerlens/filters/model';
import { personNameSql } from '../../people/person-name.ts';
import { searchedAddressSql } from '../../people/blinding/written-texts.ts';
import { joinWithAnd } from '../../activities/filter-sql.ts';
import type { Condition } from '../../activities/filter-sql.ts';
import type { Schema } from '../../platform/db/index.ts';

export interface AuditPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly isDeleted: boolean;
}

export interface AuditRow {
  readonly id: number;
  readonly at: Date;
  readonly action: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly actor: AuditPerson | null;
  readonly actedAs: AuditPerson | null;
  readonly account: AuditPerson | null;
}

export interface AuditRequest {
  readonly filter: AuditFilter;
  /** Roles whose accounts the caller may see. */
  readonly roles: readonly Role[];
  /** Only events older than this id. */
  readonly before: number | undefined;
  readonly blinded: boolean;
}

const personColumns = ['actor_id', 'subject_id', 'account_id'] as const;

const person = (column: (typeof personColumns)[number]) => sql`
  (SELECT json_build_object('id', u.id::text, 'name', ${personNameSql('u')}, 'email', u.email,
      'isDeleted', u.deleted_at IS NOT NULL)
   FROM app_user AS u WHERE u.id = a.${sql.ref(column)})`;

/** Events about an account of a role that the caller may not see are left out. */
const isVisible = (roles: readonly Role[]): Condition =>
  sql`NOT EXISTS (SELECT FROM app_user AS u
    WHERE u.id IN (a.actor_id, a.subject_id, a.account_id) AND u.role <> ALL(${roles}::text[]))`;

const namesPerson = (text: string, viewer: Pick<AuditRequest, 'blinded'>): Condition => {
  const pattern = sqlLikePattern('Contains', text);
  return sql`EXISTS (SELECT FROM app_user AS u WHERE u.id IN (a.actor_id, a.subject_id, a.account_id)
    AND (fold_text(${searchedAddressSql('u.email', viewer)}) LIKE ${pattern} OR fold_text(u.first_name || ' ' || u.last_name) LIKE ${pattern}))`;
};

const buildCondition = ({
  filter: { action, person: text = '', from, to },
  roles,
  before,
  blinded,
}: AuditRequest) =>
  joinWithAnd([
    isVisible(roles),
    ...(action ? [sql<SqlBool>`a.action = ANY(${action.split(',')}::text[])`] : []),
    ...(foldQuery(text) === '' ? [] : [namesPerson(text, { blinded })]),
    ...(from === undefined ? [] : [sql<SqlBool>`a.at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql<SqlBool>`a.at < ${to}::timestamptz`]),
    ...(before === undefined ? [] : [sql<SqlBool>`a.id < ${before}::bigint`]),
  ]);

/** The newest events first. */
export const readAuditRows = async (
  kysely: Kysely<Schema>,
  request: AuditRequest,
  size: number,
): Promise<AuditRow[]> => {
  const { rows } = await sql<AuditRow>`
    SELECT a.id, a.at, a.action, a.detail, ${person('actor_id')} AS actor, ${person('subject_id')} AS "actedAs",
      ${person('account_id')} AS account
    FROM audit_event AS a WHERE ${buildCondition(request)} ORDER BY a.id DESC LIMIT ${size}::integer`.execute(
    kysely,
  );
  return rows;
};

export const countAuditRows = async (kysely: Kysely<Schema>, request: AuditRequest): Promise<number> => {
  const {
    rows: [found],
  } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM audit_event AS a WHERE ${buildCondition(request)}`.execute(kysely);
  return found?.count ?? 0;
};
