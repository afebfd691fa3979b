import { isStaff, mayDo, roleRank } from '@readerlens/contract';
import type { ReportTypeCode, Role } from '@readerlens/contract';
import { termsFilter } from '@readerlens/filters/model';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Named } from '../../people/named.ts';
import { findOwner } from '../../people/owner.ts';
import { personNameSql } from '../../people/person-name.ts';
import type { Session } from '../../people/session.ts';
import type { Services } from '../../people/services.ts';
import type { Schema } from '../../platform/db/index.ts';
import { invalidInput } from '../../platform/http/errors.ts';
import { createReportConfigs } from './report-configs.ts';

const maxOwners = 200;
const roles = Object.keys(roleRank) as Role[];

/** The roles whose activity reports the caller may see and change. */
const listOwnerRoles = ({ user }: Session): Role[] =>
  roles.filter((role) => mayDo('changeSearches', user, { id: '', role }));

interface ClientReport {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly clientId: number;
  readonly ownerId: string;
  readonly reportType: ReportTypeCode;
  readonly sendDays: readonly string[];
  readonly timeZone: string | undefined;
}

/** Activity reports about a client for several contacts, with what the form of a report starts with. */
export const createClientReports = (services: Services) => {
  const configs = createReportConfigs(services);
  return {
    /** Who may own reports about the client for the caller, who is the first. Others are in the order of their names. */
    async findOwners(clientId: number, session: Session): Promise<Named[]> {
      const allowed = listOwnerRoles(session);
      const self = sql`u.id = ${session.user.id}::integer`;
      const { rows } = await sql<Named>`
        SELECT u.id::text AS id, ${personNameSql('u')} AS name FROM app_user AS u
        WHERE ${self} OR (u.is_active AND u.role = ANY(${allowed}::text[])
          AND (u.role = ANY(${roles.filter(isStaff)}::text[])
            OR EXISTS (SELECT FROM user_client AS c WHERE c.user_id = u.id AND c.client_id = ${clientId}::integer)))
        ORDER BY ${self} DESC, fold_text(u.first_name), fold_text(u.last_name), u.id
        LIMIT ${maxOwners}::integer`.execute(services.db.kysely);
      return rows;
    },

    /** How many activity reports about the client are sent to each address, of those that the caller sees. */
    async countByAddress(clientId: number, session: Session): Promise<ReadonlyMap<string, number>> {
      const { rows } = await sql<{ email: string; total: number }>`
        SELECT lower(config.email) AS email, count(*)::integer AS total
        FROM activity_report_config AS config JOIN app_user AS u ON u.id = config.owner_id
        WHERE config.client_id = ${clientId}::integer AND config.deleted_at IS NULL
          AND (u.id = ${session.user.id}::integer OR u.role = ANY(${listOwnerRoles(session)}::text[]))
        GROUP BY lower(config.email)`.execute(services.db.kysely);
      return new Map(rows.map(({ email, total }) => [email, total]));
    },

    /**
     * Checks a new report outside of a transaction, and returns what stores it in one, with its id. `more`: new ones of
     * the same owner that are not stored yet.
     * @throws AppError 400 for an owner who is not offered, and as `createReportConfigs.plan`
     */
    async plan({ clientId, ownerId, ...report }: ClientReport, session: Session, more: number) {
      const owner = await findOwner(ownerId, session, services);
      if (!mayDo('changeSearches', session.user, owner.user))
        throw invalidInput('ownerId', 'You may not create activity reports for this user.');
      if (owner.scope.clientIds !== 'all' && !owner.scope.clientIds.includes(clientId))
        throw invalidInput('ownerId', 'This user does not have the client.');
      const { timeZone, sendDays, ...rest } = report;
      const planned = await configs.plan(
        {
          ...rest,
          sendDays: [...sendDays],
          userId: ownerId,
          companyId: String(clientId),
          filters: [termsFilter('Clients', [{ id: String(clientId) }])],
          indices: [...owner.scope.activityTypes],
          ...(timeZone === undefined ? {} : { timeZone }),
        },
        session,
        more,
      );
      return (trx: Transaction<Schema>, cause: Readonly<Record<string, unknown>>): Promise<string> =>
        configs.add(trx, planned, session, cause);
    },
  };
};
