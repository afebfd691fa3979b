import type { Selectable } from 'kysely';
import { ownerOf, ownerToChange } from '../../core/people/owner.ts';
import type { Owner } from '../../core/people/owner.ts';
import type { Session } from '../../core/people/session.ts';
import type { Services } from '../../core/services.ts';
import type { Schema } from '../../platform/db/index.ts';
import { notFound } from '../../platform/http/errors.ts';
import { findConfig, uuidOf } from './report.store.ts';
import type { ReportConfigRow } from './report.store.ts';

type Parts = Pick<Services, 'db' | 'users' | 'catalogue'>;

export const noSuchConfig = () => notFound('There is no such activity report configuration.');
export const noSuchRun = () => notFound('There is no such activity report.');

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
 * @throws AppError 404 if there is none, and as `ownerOf` or `ownerToChange`
 */
export const configFor = async (
  services: Parts,
  id: string,
  session: Session,
  purpose: 'view' | 'change',
): Promise<OwnedConfig> => {
  const config = await findConfig(services.db.kysely, id);
  if (!config) throw noSuchConfig();
  const find = purpose === 'view' ? ownerOf : ownerToChange;
  return { config, owner: await find(String(config.owner_id), session, services) };
};

/**
 * A run of a configuration, which may be deleted meanwhile.
 * @throws AppError 404 if there is none, and as `ownerOf`
 */
export const runFor = async (
  services: Parts,
  configId: string,
  reportId: string,
  session: Session,
): Promise<OwnedRun> => {
  const [config, report] = [uuidOf(configId), uuidOf(reportId)];
  if (config === undefined || report === undefined) throw noSuchRun();
  const run = await services.db.kysely
    .selectFrom('activity_report_run')
    .selectAll()
    .where('id', '=', report)
    .where('config_id', '=', config)
    .executeTakeFirst();
  if (!run) throw noSuchRun();
  return { run, owner: await ownerOf(String(run.owner_id), session, services) };
};
