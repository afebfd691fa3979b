// Checks what the editor of a configuration saves. All refusals name the field.
import type { ActivityReportConfigInput, ActivityType } from '@readerlens/contract';
import { isEmail, lineProblem } from '@readerlens/contract';
import { noDaysMessage, startDateMessage } from '@readerlens/contract/activity-reports/messages';
import {
  activityTypesMessage,
  correctErrorsMessage,
  emailMessage,
  missingMessage,
  requiredMessage,
} from '@readerlens/contract/messages';
import { canonicalLine } from '@readerlens/contract/text';
import { noSuchChannelMessage } from '@readerlens/contract/webhooks/messages';
import {
  contactNameLength,
  defaultReportType,
  excludedReportFields,
  firstReportDays,
  otherClientsText,
  pastDays,
  reportTypes,
  sendDayCodes,
} from '@readerlens/contract/activity-reports';
import type { ReportTypeCode, SendDay } from '@readerlens/contract/activity-reports';
import { namesOtherClients, normalizeModel, parseDay, readStoredModel } from '@readerlens/filters/model';
import type { FieldCatalogue, Filter } from '@readerlens/filters/model';
import { shownAddress, shownContact } from '../../people/blinding/written-texts.ts';
import type { Owner } from '../../people/owner.ts';
import { checkedWithout, droppedFilters, readModel } from '../../activities/searches/filter-input.ts';
import type { ReadModel } from '../../activities/searches/filter-input.ts';
import { splitMasked } from '../../activities/searches/shown-model.ts';
import { badRequest } from '../../platform/http/errors.ts';
import type { ErrorDetail } from '../../platform/http/errors.ts';
import { parseId } from '../../platform/http/ids.ts';
import { cutOff, localDate } from '../../platform/jobs/index.ts';
import { daysAfter } from '../../platform/time.ts';
import { canonicalTimeZone } from '../../platform/time-zone.ts';
import type { ReportConfigRow } from './report.store.ts';

export interface InputContext {
  readonly owner: Owner;
  readonly catalogue: FieldCatalogue;
  readonly blinded: boolean;
  readonly now: Date;
  /** The configuration that is changed; missing for a new one. */
  readonly stored?: ReportConfigRow;
  /** Names of the client and community that the owner may see, by id; missing for ids that do not exist. */
  readonly isKnownClient: (id: number) => boolean;
  readonly isKnownCommunity: (id: number) => boolean;
  /** Whether a client has this chat channel. */
  readonly isKnownChannel: (clientId: number, channelId: string) => boolean;
}

const nameProblems = (path: 'firstName' | 'lastName', label: string, name: string): ErrorDetail[] => {
  const message = lineProblem(name, { label, required: requiredMessage(label), max: contactNameLength });
  return message === undefined ? [] : [{ path, message }];
};

const emailProblems = (email: string): ErrorDetail[] => {
  if (email === '') return [{ path: 'email', message: requiredMessage('Email') }];
  return isEmail(email) ? [] : [{ path: 'email', message: emailMessage }];
};

interface Contact {
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly client_id: number | undefined;
  readonly community_id: number | null;
}

/** Reads the contact as sent; what is missing is what was stored, or of the owner. */
const readContact = (body: ActivityReportConfigInput, context: InputContext): Contact => {
  const { owner, stored } = context;
  const { user, scope } = owner;
  const known = stored ?? user;
  const shown = stored
    ? shownContact(stored.id, stored, context)
    : { ...user, email: shownAddress(user.email, context) };
  // What was shown and comes back stays as it was.
  const kept = (column: 'email' | 'first_name' | 'last_name', text = shown[column]) =>
    text === shown[column] ? known[column] : canonicalLine(text);
  const [ownClient] = scope.clientIds === 'all' ? [] : scope.clientIds;
  const client = body.companyId === undefined ? (stored?.client_id ?? ownClient) : parseId(body.companyId);
  const community =
    body.onlineId === undefined
      ? (stored?.community_id ?? null)
      : body.onlineId
        ? (parseId(body.onlineId) ?? 0)
        : null;
  return {
    email: kept('email', body.email),
    first_name: kept('first_name', body.firstName),
    last_name: kept('last_name', body.lastName),
    client_id: client,
    community_id: community,
  };
};

const clientProblems = (
  contact: Contact,
  body: ActivityReportConfigInput,
  context: InputContext,
): ErrorDetail[] => {
  const { client_id, community_id } = contact;
  const message =
    client_id === undefined && !body.companyId
      ? requiredMessage('Company')
      : missingMessage('client for this user');
  const isClient = client_id !== undefined && context.isKnownClient(client_id);
  const isCommunity = community_id === null || context.isKnownCommunity(community_id);
  return [
    ...(isClient ? [] : [{ path: 'companyId', message }]),
    ...(isCommunity ? [] : [{ path: 'onlineId', message: missingMessage('community for this user') }]),
  ];
};

/** The channel that gets the messages of a report, which belongs to the same client; null for the webhook. */
const readChannel = (
  type: ReportTypeCode,
  { client_id }: Contact,
  { channelId }: ActivityReportConfigInput,
  { stored }: InputContext,
): string | null => {
  if (type !== reportTypes.Webhook) return null;
  if (channelId !== undefined) return channelId;
  return stored?.client_id === client_id ? (stored?.channel_id ?? null) : null;
};

const channelProblems = (
  channelId: string | null,
  { client_id = 0 }: Contact,
  { stored, isKnownChannel }: InputContext,
): ErrorDetail[] => {
  const isStored = stored?.client_id === client_id && stored.channel_id === channelId;
  return channelId === null || isStored || isKnownChannel(client_id, channelId)
    ? []
    : [{ path: 'channelId', message: noSuchChannelMessage }];
};

/** The filters that are about clients must be about the one that receives the report. */
const filterProblems = (filters: readonly Filter[], { client_id }: Contact): ErrorDetail[] =>
  client_id !== undefined && namesOtherClients(filters, String(client_id))
    ? [{ path: 'filters', message: otherClientsText }]
    : [];

const isSendDay = (code: string): code is SendDay => (sendDayCodes as string[]).includes(code);

const dayProblems = (days: readonly string[]): ErrorDetail[] => {
  const path = 'sendDays';
  if (days.length === 0) return [{ path, message: noDaysMessage }];
  return days.every(isSendDay) ? [] : [{ path, message: `The days are ${sendDayCodes.join(', ')}.` }];
};

const isPastDays = (days: number): boolean => (pastDays as readonly number[]).includes(days);

const typeProblems = (
  type: ReportTypeCode,
  indices: readonly ActivityType[],
  owner: Owner,
): ErrorDetail[] => {
  if (type === reportTypes.Individual) return [];
  if (indices.length === 0) return [{ path: 'indices', message: requiredMessage('Activity Type') }];
  const denied = indices.filter((each) => !owner.scope.activityTypes.includes(each));
  if (denied.length === 0) return [];
  return [{ path: 'indices', message: activityTypesMessage(denied) }];
};

const isExcluded = ({ field, $type }: Filter): boolean =>
  (excludedReportFields as readonly string[]).includes(field) ||
  $type === 'DateRange' ||
  $type === 'RelativeDateRange';

/** The filters to store, if any, and those left out. Those on texts that Blinded Mode hides stay as they were. */
const readFilterModel = (body: ActivityReportConfigInput, context: InputContext): ReadModel => {
  const { catalogue, blinded, stored } = context;
  const sent = { filters: body.filters, indices: body.indices ?? stored?.indices ?? [] };
  const { model: read, dropped } = readModel(sent, context);
  const unseen =
    blinded && stored ? splitMasked(readStoredModel(stored, catalogue).filters, catalogue).hidden : [];
  const { filters } = normalizeModel({ ...read, filters: [...read.filters, ...unseen] }, catalogue);
  const kept = filters.filter((filter) => !isExcluded(filter));
  const excluded = droppedFilters(filters, kept, { reason: 'not applicable', catalogue });
  return { model: { filters: kept, indices: read.indices }, dropped: [...dropped, ...excluded] };
};

type FirstStart = Pick<ActivityReportConfigInput, 'startDate' | 'pastDays'>;

/** The start of the day in the time zone of the report; undefined for a day that it cannot start with. */
const readStartDate = (startDate: string, zone: string, now: Date): Date | undefined => {
  const isDay = parseDay(startDate) !== undefined;
  const isPast =
    startDate <= localDate(now, zone) && startDate >= localDate(daysAfter(now, -firstReportDays), zone);
  return isDay && isPast ? cutOff(startDate, zone) : undefined;
};

/** Activities before the first period are never sent. A consolidated report starts with the past year, if not with another day. */
const findFirstStart = (
  type: ReportTypeCode,
  { startDate, pastDays: days }: FirstStart,
  zone: string,
  now: Date,
) => {
  const isConsolidated = type === reportTypes.Consolidated;
  const from =
    (startDate === undefined ? undefined : readStartDate(startDate, zone, now)) ??
    daysAfter(now, -(days ?? (isConsolidated ? firstReportDays : 0)));
  return { available_from: from, occurred_from: isConsolidated ? from : null };
};

const startProblems = (
  { startDate, pastDays: days = 0 }: FirstStart,
  zone: string,
  now: Date,
): ErrorDetail[] => [
  ...(isPastDays(days) ? [] : [{ path: 'pastDays', message: `Choose one of ${pastDays.join(', ')}.` }]),
  ...(startDate === undefined || readStartDate(startDate, zone, now)
    ? []
    : [{ path: 'startDate', message: startDateMessage }]),
];

/** The periods are those of a new configuration. */
type CheckedValues = Pick<
  ReportConfigRow,
  | 'email'
  | 'first_name'
  | 'last_name'
  | 'client_id'
  | 'community_id'
  | 'report_type'
  | 'send_days'
  | 'time_zone'
  | 'is_aggregated'
  | 'includes_quality'
  | 'has_attachment'
  | 'is_disabled'
  | 'filters'
  | 'indices'
> &
  Partial<Pick<ReportConfigRow, 'available_from' | 'occurred_from'>>;

interface CheckedConfig {
  readonly values: Omit<CheckedValues, 'filters'> & { readonly filters: readonly Filter[] };
  readonly channelId: string | null;
  readonly dropped: ReadModel['dropped'];
}

/**
 * The values to store for a new or changed configuration, and the filters left out.
 * @throws AppError 400 with all invalid fields
 */
export const checkedConfig = (body: ActivityReportConfigInput, context: InputContext): CheckedConfig => {
  const { stored, owner, now } = context;
  const type = body.reportType ?? stored?.report_type ?? reportTypes[defaultReportType];
  const zone = canonicalTimeZone(body.timeZone ?? stored?.time_zone ?? 'UTC');
  const contact = readContact(body, context);
  const channelId = readChannel(type, contact, body, context);
  const { model, dropped } = readFilterModel(body, context);
  const problems = [
    ...emailProblems(contact.email),
    ...nameProblems('firstName', 'First Name', contact.first_name),
    ...nameProblems('lastName', 'Last Name', contact.last_name),
    ...clientProblems(contact, body, context),
    ...channelProblems(channelId, contact, context),
    ...filterProblems(model.filters, contact),
    ...dayProblems(body.sendDays),
    ...typeProblems(type, model.indices, owner),
    ...(zone !== undefined ? [] : [{ path: 'timeZone', message: missingMessage('time zone') }]),
    ...startProblems(body, zone ?? 'UTC', now),
  ];
  checkedWithout(dropped, () => {
    if (problems.length > 0) throw badRequest(correctErrorsMessage, 'invalid_input', problems);
  });
  const values = {
    ...contact,
    client_id: contact.client_id ?? 0,
    report_type: type,
    send_days: sendDayCodes.filter((code) => body.sendDays.includes(code)),
    time_zone: zone ?? 'UTC',
    is_aggregated: body.aggregateSubsequent ?? stored?.is_aggregated ?? false,
    includes_quality: body.includeActivityQualityColumn ?? stored?.includes_quality ?? true,
    has_attachment: body.includeEmailAttachement ?? stored?.has_attachment ?? false,
    is_disabled: body.disabled ?? stored?.is_disabled ?? false,
    filters: model.filters,
    // The contact of an individual report gets every activity that the owner may read.
    indices: type === reportTypes.Individual ? [] : [...model.indices],
    ...(stored ? {} : findFirstStart(type, body, zone ?? 'UTC', now)),
  };
  return { values, channelId, dropped };
};
