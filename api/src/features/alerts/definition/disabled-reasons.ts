import { disabledReasons } from '@readerlens/contract/alerts';
import type { DisabledReason } from '@readerlens/contract/alerts';
import { listNamedLists, parseFilters, listSelectedTerms } from '@readerlens/filters/model';
import type { FieldCatalogue, Filter } from '@readerlens/filters/model';
import { listClaims } from '../../../people/policy.ts';
import { scopesOfUsers } from '../../../people/owner.ts';
import type { Owner } from '../../../people/owner.ts';
import type { Services } from '../../../people/services.ts';
import { readRecipients } from './alert.store.ts';
import type { AlertRow, Recipient } from './alert.store.ts';
import { readStoredFilters } from './alert-definition.ts';
import { readNamedLists } from '../../../activities/account-lists/filtered-lists.ts';
import type { KnownLists } from '../../../activities/account-lists/filtered-lists.ts';
import { shownTexts } from '../../../people/blinding/written-texts.ts';
import type { Session } from '../../../people/session.ts';
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

/** Why the owner may not use the alert. */
const findOwnerReason = (
  alert: AlertRow,
  owner: Owner,
  { catalogue, lists, now }: Known,
): DisabledReason | undefined => {
  if (!listClaims(owner.user).includes('manageNotifications')) return 'InsufficientUserPermissions';
  // Filters are checked once there are some.
  if (alert.last_step < 2) return undefined;
  const selected = selectStored(readStoredFilters(alert), { scope: owner.scope, catalogue, lists, now });
  if (selected.ok) return undefined;
  return selected.refusal.reason === 'account lists' ? 'MissingAccountList' : 'InsufficientUserPermissions';
};

interface Known {
  readonly catalogue: FieldCatalogue;
  readonly owners: ReadonlyMap<number, Owner>;
  readonly unpaid: ReadonlySet<number>;
  /** Alerts with a deleted recipient. */
  readonly withDeleted: ReadonlySet<string>;
  readonly lists: KnownLists;
  readonly now: Date;
}

const findReasons = (alert: AlertRow, known: Known): number => {
  const { catalogue, owners, unpaid, withDeleted } = known;
  const owner = owners.get(alert.owner_id);
  const isGone = !owner?.user.is_active;
  const ownerReason = isGone ? undefined : findOwnerReason(alert, owner, known);
  const holds: Record<DisabledReason, boolean> = {
    NonPaidClient: listClientIds(alert, catalogue).some((id) => unpaid.has(id)),
    InsufficientUserPermissions: ownerReason === 'InsufficientUserPermissions',
    DeletedUser: isGone || withDeleted.has(alert.id),
    MissingAccountList: ownerReason === 'MissingAccountList',
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
  readonly lists?: KnownLists;
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
  const filters = alerts.map((alert) => alert.filters);
  const [catalogue, unpaid, recipients, owners, lists] = await Promise.all([
    parts.catalogue(),
    read.unpaid ?? unpaidClients(parts),
    read.recipients ?? readRecipients(parts.db.kysely, ids),
    read.owners ?? scopesOfUsers(ownerIds, parts),
    read.lists ?? readNamedLists(parts.db.kysely, filters),
  ]);
  const known: Known = {
    catalogue,
    unpaid,
    owners,
    lists,
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
  MissingAccountList: {
    message:
      'An account list of this alert was deleted, is no longer shared with its owner, or has a rule that its owner may not use. Please contact your representative to edit this alert.',
    reason: 'missing account list',
  },
};

/** The lists of an alert as its filters call them, in Blinded Mode by their numbers: '“Top accounts” or “Partners”'. */
const nameLists = (filters: unknown, viewer: Pick<Session, 'blinded'>): string =>
  listNamedLists(Array.isArray(filters) ? (filters as Filter[]) : [])
    .flatMap(({ id, name }) =>
      name === undefined && !viewer.blinded
        ? []
        : [`“${shownTexts('Account list', id, { name: name ?? '', description: '' }, viewer).name}”`],
    )
    .join(' or ');

const readMessage = (
  reason: DisabledReason,
  { filters, owner_id }: Pick<AlertRow, 'filters' | 'owner_id'>,
  session: Pick<Session, 'blinded' | 'user'>,
): string => {
  const { message } = texts[reason];
  // Others may never have seen the list.
  const isOwn = session.user.id === owner_id;
  const names = reason === 'MissingAccountList' && isOwn ? nameLists(filters, session) : '';
  return names === ''
    ? message
    : // A function: in a text, `$` of a name would have a meaning.
      message.replace('An account list of this alert', () => `The account list ${names} of this alert`);
};

/** Returns the message about a disabled alert for its viewer, with the names of lists for its owner; null if it is not disabled. */
export const disabledText = (
  {
    alert,
    reasons: bits,
  }: { readonly alert: Pick<AlertRow, 'filters' | 'owner_id'>; readonly reasons: number },
  session: Pick<Session, 'blinded' | 'notificationLevel' | 'user'>,
): string | null => {
  const level = session.notificationLevel;
  const reasons = (Object.keys(texts) as DisabledReason[]).filter((each) => bits & disabledReasons[each]);
  const [first] = reasons;
  if (!first) return null;
  if (level === 'Admin') return 'Configuration is disabled for internal/client users.';
  const message = readMessage(first, alert, session);
  return level === 'Advanced'
    ? `${message} (${reasons.map((each) => texts[each].reason).join(', ')})`
    : message;
};
