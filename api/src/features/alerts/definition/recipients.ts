import type { AlertTarget, InvalidRecipients } from '@readerlens/contract';
import { findExportColumn } from '@readerlens/contract/explorer';
import { isEmpty, maySeeValue, parseFilters, listSelectedTerms } from '@readerlens/filters/model';
import type { Filter } from '@readerlens/filters/model';
import { shownAddress } from '../../../people/blinding/written-texts.ts';
import { createClientLookup } from '../../../activities/lookups/client-lookup.ts';
import { named } from '../../../people/named.ts';
import { scopeOfUser } from '../../../people/owner.ts';
import type { DataScope } from '../../../people/policy.ts';
import type { Viewer } from '../../../people/session.ts';
import type { Services } from '../../../people/services.ts';
import type { AlertRow, Recipient } from './alert.store.ts';

type Parts = Pick<Services, 'db' | 'users' | 'catalogue'>;

/** In lists that say whether the accounts were deleted. */
const displayText = (recipient: Recipient, viewer: Pick<Viewer, 'blinded'>): string =>
  `${recipient.firstName} ${recipient.lastName}`.trim() + ` (${shownAddress(recipient.email, viewer)})`;

export const buildTarget = (recipient: Recipient, viewer: Pick<Viewer, 'blinded'>): AlertTarget => ({
  userId: String(recipient.userId),
  name: recipient.name,
  email: shownAddress(recipient.email, viewer),
  isEmailSubscribed: recipient.isEmailSubscribed,
  role: recipient.role,
  isRegistered: recipient.isRegistered,
  viewsNotifications: recipient.viewsNotifications,
});

const lacks = (ids: DataScope['clientIds'], filters: readonly Filter[], field: string): boolean =>
  ids !== 'all' && listSelectedTerms(filters, field).some(({ id }) => !ids.includes(Number(id)));

const lacksField = ({ searchFields }: DataScope, filters: readonly Filter[], columns: readonly string[]) =>
  filters.some((filter) => !isEmpty(filter) && !searchFields.has(filter.field)) ||
  columns.some((name) => {
    const column = findExportColumn(name);
    return column !== undefined && !maySeeValue(column.field, searchFields);
  });

/** Names of the unpaid clients that filters are limited to. */
export const namesOfUnpaid = async (
  { db }: Parts,
  filters: readonly Filter[],
  viewer: Viewer,
): Promise<string[]> => {
  const ids = listSelectedTerms(filters, 'Clients').map(({ id }) => Number(id));
  if (ids.length === 0) return [];
  const rows = await db.kysely
    .selectFrom('client')
    .select('id')
    .where('id', 'in', ids)
    .where('is_paid', '=', false)
    .execute();
  if (rows.length === 0) return [];
  const found = await createClientLookup(db).byIds(
    rows.map(({ id }) => id),
    viewer,
  );
  return named(found).map(({ name }) => name);
};

/** Finds what keeps recipients from getting what an alert is about, in their present scopes. */
export const findInvalidRecipients = async (
  parts: Parts,
  alert: AlertRow,
  recipients: readonly Recipient[],
  viewer: Viewer,
): Promise<InvalidRecipients> => {
  const parsed = parseFilters(alert.filters, await parts.catalogue());
  const filters = parsed.ok ? parsed.filters : [];
  const active = recipients.filter(({ isActive }) => isActive);
  const scopes = await Promise.all(active.map(({ userId }) => scopeOfUser(userId, parts)));
  const listInvalidNames = (isInvalid: (scope: DataScope) => boolean): string[] =>
    active
      .filter((_, index) => {
        const scope = scopes[index]?.scope;
        return scope !== undefined && isInvalid(scope);
      })
      .map((each) => displayText(each, viewer));
  const report = {
    deletedUsers: recipients.filter(({ isActive }) => !isActive).map((each) => displayText(each, viewer)),
    invalidClients: listInvalidNames(({ clientIds }) => lacks(clientIds, filters, 'Clients')),
    invalidOnlines: listInvalidNames(({ communityIds }) => lacks(communityIds, filters, 'Onlines')),
    invalidExportColumns: listInvalidNames((scope) => lacksField(scope, filters, alert.export_columns)),
    nonPaidClients: await namesOfUnpaid(parts, filters, viewer),
  };
  return { isInvalid: Object.values(report).some((names) => names.length > 0), ...report };
};
