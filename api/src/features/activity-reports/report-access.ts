import { isStaff, visibleRoles } from '@readerlens/contract';
import { sql } from 'kysely';
import type { Selectable, SqlBool } from 'kysely';
import { findOwner, ownerToChange, scopeOfUser } from '../../people/owner.ts';
import type { Owner } from '../../people/owner.ts';
import type { Session } from '../../people/session.ts';
import type { Services } from '../../people/services.ts';
import type { Schema } from '../../platform/db/index.ts';
import { forbidden, noSuchThing } from '../../platform/http/errors.ts';
import { createShownCounts } from '../../sendings/run-list.ts';
import { findConfig } from './report.store.ts';
import type { ReportConfigRow } from './report.store.ts';
import { parseUuid } from '../../platform/http/ids.ts';

type Parts = Pick<Services, 'db' | 'users' | 'catalogue'>;

export const noSuchConfig = () => noSuchThing('activity report configuration');
export const noSuchRun = () => noSuchThing('activity report');

/** A configuration with the person whose scope it uses. */
export interface OwnedConfig {
  readonly config: ReportConfigRow;
  readonly owner: Owner;
}

export type ReportRunRow = Selectable<Schema['activity_report_run']>;

/** A run with the person whose scope its configuration uses. */
export interface OwnedRun {
  readonly run: ReportRunRow;
  readonly owner: Owner;
}

/**
 * A configuration that the caller owns, or for staff of anybody whose account they may see or change.
 * @throws AppError 404 if there is none, and as `findOwner` or `ownerToChange`
 */
export const configFor = async (
  services: Parts,
  id: string,
  session: Session,
  purpose: 'view' | 'change',
): Promise<OwnedConfig> => {
  const config = await findConfig(services.db.kysely, id);
  if (!config) throw noSuchConfig();
  const find = purpose === 'view' ? findOwner : ownerToChange;
  return { config, owner: await find(String(config.owner_id), session, services) };
};

export const shownCounts = createShownCounts('run.client_ids', 'run.client_counts', 'run.total');

/** Own runs, and for staff those of everybody whose account they may see. */
const mayReach = ({ user, role }: Session) => {
  const own = sql<SqlBool>`run.owner_id = ${user.id}::integer`;
  if (!isStaff(role)) return own;
  return sql<SqlBool>`(${own} OR EXISTS (SELECT FROM app_user AS u
    WHERE u.id = run.owner_id AND u.role = ANY(${visibleRoles(user)}::text[])))`;
};

/** Selects the runs that a person may see something of, as `run`. */
export const reachableRuns = ({ db }: Pick<Services, 'db'>, session: Session) =>
  db.kysely
    .selectFrom('activity_report_run as run')
    .where(mayReach(session))
    .where(shownCounts.isVisible(session));

/**
 * A run of a configuration, which may be deleted meanwhile, as its account may be.
 * @throws AppError 403 for the run of another user, and 404 if the caller may see nothing of it
 */
export const runFor = async (
  services: Parts,
  configId: string,
  reportId: string,
  session: Session,
): Promise<OwnedRun> => {
  const [config, report] = [parseUuid(configId), parseUuid(reportId)];
  if (config === undefined || report === undefined) throw noSuchRun();
  const run = await services.db.kysely
    .selectFrom('activity_report_run')
    .selectAll()
    .where('id', '=', report)
    .where('config_id', '=', config)
    .executeTakeFirst();
  if (!run) throw noSuchRun();
  if (run.owner_id !== session.user.id && !isStaff(session.role)) throw forbidden();
  const [isReachable, owner] = await Promise.all([
    reachableRuns(services, session).select('run.id').where('run.id', '=', report).executeTakeFirst(),
    scopeOfUser(run.owner_id, services),
  ]);
  if (!isReachable || !owner) throw noSuchRun();
  return { run, owner };
};
