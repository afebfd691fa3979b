import { disabledReasons } from '@readerlens/contract/alerts';
import type { DisabledReason } from '@readerlens/contract/alerts';
import type { NotificationLevel } from '@readerlens/contract';
import { parseFilters, listSelectedTerms } from '@readerlens/filters/model';
import type { FieldCatalogue } from '@readerlens/filters/model';
import { listClaims } from '../../../people/policy.ts';
import { scopesOfUsers } from '../../../people/owner.ts';
import type { Owner } from '../../../people/owner.ts';
import type { Services } from '../../../people/services.ts';
import { readRecipients } from './alert.store.ts';
import type { AlertRow, Recipient } from './alert.store.ts';
import { readStoredFilters } from './alert-definition.ts';
import { selectStored } from '../../../activities/select-stored.ts';

type Parts = Pick<Services, 'db' | 'users' | 'catalogue' | 'jobs'>;

/** Ids of the clients that an alert is limited to; none if it is not limited. */
export const listClientIds = (
  { filters }: Pick<AlertRow, 'filters'>,
  catalogue: FieldCatalogue,
): number[] => {
  const parsed = parseFilters(filters, catalogue);
  return parsed.ok ? listSelectedTerms(parsed.filters, 'Clients').map(({ id }) => Number(id)) : [];
};

const mayUse = (alert: AlertRow, owner: Owner, catalogue: FieldCatalogue, now: Date): boolean =>
  listClaims(owner.user).includes('manageNotifications') &&
  // Filters are checked once there are some.
  (alert.last_step < 2 || selectStored(readStoredFilters(alert), { scope: owner.scope, catalogue, now }).ok);

interface Known {
  readonly catalogue: FieldCatalogue;
  readonly owners: ReadonlyMap<number, Owner>;
  readonly unpaid: ReadonlySet<number>;
  /** Alerts with a deleted recipient. */
  readonly withDeleted: ReadonlySet<string>;
  readonly now: Date;
}

const findReasons = (alert: AlertRow, { catalogue, owners, unpaid, withDeleted, now }: Known): number => {
  const owner = owners.get(alert.owner_id);
  const isGone = !owner?.user.is_active;
  const holds: Record<DisabledReason, boolean> = {
    NonPaidClient: listClientIds(alert, catalogue).some((id) => unpaid.has(id)),
    InsufficientUserPermissions: !isGone && !mayUse(alert, owner, catalogue, now),
    DeletedUser: isGone || withDeleted.has(alert.id),
  };
  return (Object.keys(holds) as DisabledReason[])
    .filter((reason) => holds[reason])
    .reduce((bits, reason) => bits | disabledReasons[reason], 0);
};

/** Ids of the clients that are not paid for. */
export const unpaidClients = async ({
  db: { kysely },
}: Pick<Services, 'db'>): Promise<ReadonlySet<number>> => {
  const rows = await kysely.selectFrom('client').select('id').where('is_paid', '=', false).execute();
  return new Set(rows.map(({ id }) => id));
};

/** What a caller has read before. */
export interface KnownReasons {
  readonly recipients?: readonly Recipient[];
  readonly unpaid?: ReadonlySet<number>;
  readonly owners?: ReadonlyMap<number, Owner>;
}

/**
 * Why alerts are disabled, as bits of `disabledReasons`, in the order of the alerts. Computed at each call, because
 * reasons come and go with the rights of people and the contracts of clients.
 */
export const findDisabledReasons = async (
  parts: Parts,
  alerts: readonly AlertRow[],
  read: KnownReasons = {},
): Promise<number[]> => {
  const ownerIds = [...new Set(alerts.map(({ owner_id }) => owner_id))];
  const ids = alerts.map(({ id }) => id);
  const [catalogue, unpaid, recipients, owners] = await Promise.all([
    parts.catalogue(),
    read.unpaid ?? unpaidClients(parts),
    read.recipients ?? readRecipients(parts.db.kysely, ids),
    read.owners ?? scopesOfUsers(ownerIds, parts),
  ]);
  const known: Known = {
    catalogue,
    unpaid,
    owners,
    withDeleted: new Set(recipients.filter(({ isActive }) => !isActive).map(({ alertId }) => alertId)),
    now: parts.jobs.clock(),
  };
  return alerts.map((alert) => findReasons(alert, known));
};

/** In the order in which they decide the text. */
const texts: Readonly<Record<DisabledReason, { readonly message: string; readonly reason: string }>> = {
  NonPaidClient: {
    message:
      'Edit configuration is not available. Please confirm if your campaign is still active to continue.',
    reason: 'CMS company is not paid',
  },
  InsufficientUserPermissions: {
    message: 'Please check with your representative about your permissions to edit this alert.',
    reason: 'insufficient user permissions',
  },
  DeletedUser: {
    message:
      'An account associated with this alert has been deactivated. Please contact your representative to edit this alert.',
    reason: 'deleted user',
  },
};

/** Returns the message about a disabled alert for a notification level; null if it is not disabled. */
export const disabledText = (bits: number, level: NotificationLevel): string | null => {
  const reasons = (Object.keys(texts) as DisabledReason[]).filter((each) => bits & disabledReasons[each]);
  const [first] = reasons;
  if (!first) return null;
  if (level === 'Admin') return 'Configuration is disabled for internal/client users.';
  const { message } = texts[first];
  return level === 'Advanced'
    ? `${message} (${reasons.map((each) => texts[each].reason).join(', ')})`
    : message;
};
