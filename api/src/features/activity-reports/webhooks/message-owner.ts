import type { Owner } from '../../../core/people/owner.ts';
import type { ReportConfigRow } from '../report.store.ts';

type Config = Pick<ReportConfigRow, 'is_disabled' | 'deleted_at'>;

/** Whether a person may see every one of these clients. */
export const seesAll = ({ clientIds }: Owner['scope'], ids: readonly number[]): boolean =>
  clientIds === 'all' || ids.every((id) => clientIds.includes(id));

/** The client whose webhook receives a message, and those of its activities. */
export interface Addressed {
  readonly clientId: number;
  readonly clientIds: readonly number[];
}

/**
 * Why a message of a configuration must not be sent, now or again; undefined if it may be. Rights can change between
 * two attempts.
 */
export const refusalOf = (
  config: Config,
  owner: Owner | undefined,
  { clientId, clientIds }: Addressed,
): string | undefined => {
  if (config.deleted_at) return 'The activity report configuration was deleted.';
  if (config.is_disabled) return 'The activity report configuration is disabled.';
  if (!owner?.user.is_active) return 'The account of the user of the report was deleted.';
  // Earlier versions stored such messages.
  if (clientIds.some((id) => id !== clientId))
    return 'The message holds activities of clients other than the one that receives it.';
  if (!seesAll(owner.scope, clientIds))
    return 'The user of the report may no longer see every client of the message.';
  return undefined;
};
