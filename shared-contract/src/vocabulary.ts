// The product's vocabulary: values shared by browser and API. No schema library here, so it costs a browser bundle
// only a few kilobytes.
import { tooLongMessage } from './messages.ts';
import { canonicalLine } from './text.ts';

/** Roles with their rank; a role check means 'at least' that rank. Premium is a client with premium fields. */
export const roleRank = { Client: 1, Premium: 1.5, Internal: 2, Admin: 3, SystemAdmin: 4 } as const;
export type Role = keyof typeof roleRank;
export const roleLabels: Readonly<Record<Role, string>> = {
  Client: 'Client',
  Premium: 'Premium',
  Internal: 'Internal',
  Admin: 'Admin',
  SystemAdmin: 'System admin',
};

export const isAtLeast = (role: Role, minimum: Role): boolean => roleRank[role] >= roleRank[minimum];

/** Staff see the data of every client and work on behalf of other users. */
export const isStaff = (role: Role): boolean => isAtLeast(role, 'Internal');

export const notificationLevels = ['None', 'Basic', 'Advanced', 'Admin'] as const;
export type NotificationLevel = (typeof notificationLevels)[number];

/** Age classes of documents, by the time since publication at the end of the date range. */
export const docAges = [
  '0-3 months',
  '3-6 months',
  '6-12 months',
  '1-2 years',
  'Over 2 years',
  'Unknown',
] as const;
export type DocAge = (typeof docAges)[number];

export const activityTypes = ['Engagement', 'CustomerRequest', 'Webinar', 'Event'] as const;
export type ActivityType = (typeof activityTypes)[number];
export const activityTypeLabel: Record<ActivityType, string> = {
  Engagement: 'Engagement',
  CustomerRequest: 'Customer Request',
  Webinar: 'Webinar',
  Event: 'Event',
};

/** The claim that lets a user read one activity type. */
export const activityTypeClaim = {
  Engagement: 'cr-engagement-read',
  CustomerRequest: 'cr-customerrequest-read',
  Webinar: 'cr-webinar-read',
  Event: 'cr-event-read',
} as const satisfies Record<ActivityType, string>;

/** The activity types that a user with these claims may read. */
export const listReadableTypes = (held: readonly string[]): ActivityType[] =>
  activityTypes.filter((type) => held.includes(activityTypeClaim[type]));

export const claims = [
  'reviewActivities',
  'manageOnboardingForms',
  'manageNotifications',
  'viewNotifications',
  'accessMarketingPerformance',
  ...Object.values(activityTypeClaim),
] as const;
/** A claim of the product itself. */
export type ProductClaim = (typeof claims)[number];
/** What an area declares, by the id of the area and a name: a claim or a switch. */
export type DeclaredName = `area:${string}:${string}`;
export type AreaClaim = DeclaredName;
export type Claim = ProductClaim | AreaClaim;

/** What a call, a route, a menu entry or a button requires of the user; every part must hold. */
export interface AccessRule {
  readonly role?: Role;
  readonly claim?: Claim;
  readonly level?: NotificationLevel;
}

/** A user, session or token that an access rule is checked against. */
export interface AccessHolder {
  readonly role: Role;
  readonly claims: readonly Claim[];
  readonly notificationLevel: NotificationLevel;
}

/** Whether a user meets every part of an access rule. */
export const isAllowed = ({ role, claim, level }: AccessRule, holder: AccessHolder): boolean => {
  if (role && !isAtLeast(holder.role, role)) return false;
  if (claim && !holder.claims.includes(claim)) return false;
  const rank = (each: NotificationLevel) => notificationLevels.indexOf(each);
  return !level || rank(holder.notificationLevel) >= rank(level);
};

/** Where an engagement came from; every engagement has exactly one, so counts by source add up to the total. */
export const sources = [
  'organic',
  'customNewsletter',
  'editorial',
  'leadNurtureCampaign',
  'streamNL',
  'webinar',
  'event',
] as const;
export type Source = (typeof sources)[number];
/** Sources as charts and exports name them. */
export const sourceLabels: Readonly<Record<Source, string>> = {
  organic: 'Organic',
  customNewsletter: 'Custom Newsletter',
  editorial: 'Editorial',
  leadNurtureCampaign: 'Lead Nurture Campaign',
  streamNL: 'Stream NL',
  webinar: 'Webinar',
  event: 'Event',
};

export const mediaSourceOptions: Record<string, readonly Source[]> = {
  'Non-newsletter': ['organic'],
  'All newsletters': ['editorial', 'customNewsletter', 'leadNurtureCampaign', 'streamNL'],
  'Regular Newsletters': ['editorial'],
  'Custom Newsletters': ['customNewsletter'],
  'Lead Nurture Campaign Newsletters': ['leadNurtureCampaign'],
  'Stream NL': ['streamNL'],
};

export const stages = ['Early', 'Middle', 'Late', 'Unclassified'] as const;
export type Stage = (typeof stages)[number];

export const contentTypes = ['Unclassified', 'Your Content', 'Custom Content', 'Editorial'] as const;
export type ContentType = (typeof contentTypes)[number];

export const sequences = { Initial: 1, Subsequent: 2 } as const;
export const qualities = [1, 2, 3] as const;
export const profileStatuses = { Standard: 1, Basic: 2, Incomplete: 3 } as const;
export const openAccess = { Gated: 1, Ungated: 2 } as const;

export const reviewStatuses = [
  'Pending',
  'Approved',
  'Rejected',
  'RejectedAfterApproval',
  'EditAfterApproval',
] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];
/** What dashboards, search and exports count. */
export const countedStatuses: readonly ReviewStatus[] = ['Approved', 'EditAfterApproval'];

export const accessLevels = ['Basic', 'Premium', 'Internal'] as const;
export type AccessLevel = (typeof accessLevels)[number];

/** Relative ranges: the stored code and the displayed text. */
export const relativeRanges = {
  custom: 'Custom',
  '-1d': '1 day',
  '-2d': '2 days',
  '-7d': '1 week',
  '-14d': '2 weeks',
  '-30d': '30 days',
  '-60d': '60 days',
  '-90d': '90 days',
  '-1y': '1 year',
  '-2y': '2 years',
  '/y-1y': 'Last calendar year',
  '/y-2y': 'Last 2 calendar years',
} as const;
export type RelativeRange = keyof typeof relativeRanges;

export const filterKinds = [
  'Terms',
  'Text',
  'Bool',
  'DateRange',
  'Numeric',
  'Media',
  'RelativeDateRange',
  'Exists',
] as const;
export type FilterKind = (typeof filterKinds)[number];

/**
 * Why a save leaves out a filter of its input: the user may not search by the field, another filter of the input rules it
 * out, or what is saved has no such filter, as alerts and reports have no dates.
 */
export const dropReasons = ['not permitted', 'ruled out', 'not applicable'] as const;
export type DropReason = (typeof dropReasons)[number];

/**
 * The product's feature flags with their defaults, which an installation may override. `conferenceEngagements` is
 * reserved: nothing on the page depends on it yet. `targetAccounts`, the account lists, is on with an embedded database.
 */
export const featureDefaults = {
  marketingPerformance: true,
  disseminationDashboard: true,
  conferenceEngagements: false,
  targetAccounts: false,
  supportChat: true,
  productTour: true,
} as const;
export type ProductFeature = keyof typeof featureDefaults;
/** A feature flag that an area declares. */
export type AreaSwitch = DeclaredName;
export type FeatureName = ProductFeature | AreaSwitch;
/** Switches of areas are missing where their default applies. */
export type FeatureFlags = Record<ProductFeature, boolean> & Readonly<Record<AreaSwitch, boolean>>;
export const featureNames = Object.keys(featureDefaults) as ProductFeature[];

/** Codes of API errors, for clients to branch on. The message is for display only. */
export const errorCodes = [
  'bad_request',
  'invalid_input',
  'invalid_filter',
  'invalid_credentials',
  'invalid_token',
  'session_expired',
  'session_ended',
  'unauthenticated',
  'forbidden',
  'not_found',
  'conflict',
  'payload_too_large',
  'unsupported_media_type',
  'too_many_requests',
  'unavailable',
  'internal',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** Request header that turns on Blinded Mode for a call, with any value but 'false'; the API does the masking. */
export const blindedHeader = 'x-readerlens-blinded';
/** Request and response header with the id under which the API logs the request. */
export const requestIdHeader = 'x-request-id';

/**
 * E-mail addresses: dotted atoms or a quoted local part, at a bracketed IP or a domain with a TLD of 2 to 24 letters or in
 * Punycode.
 */
const emailPattern = new RegExp(
  '^(?:[A-Za-z0-9!#$%&\'*+/=?^_`{|}~-]+(?:\\.[A-Za-z0-9!#$%&\'*+/=?^_`{|}~-]+)*|"[^"\\\\\\r\\n]+")@(?:\\[(?:\\d{1,3}\\.){3}\\d{1,3}\\]|(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\\.)+(?:[A-Za-z]{2,24}|[Xx][Nn]--[A-Za-z0-9-]{1,59}))$',
);

/** In characters, by RFC 5321: of the part before the @, and of all. */
const [longestLocalPart, longestEmail] = [64, 254];

export const isEmail = (text: string): boolean =>
  text.length <= longestEmail &&
  text.lastIndexOf('@') <= longestLocalPart &&
  isOneLine(text) &&
  emailPattern.test(text);

/** Characters that end a line, cannot be seen, or change the direction of what follows them. */
const unfitForLine = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

/** White space, and characters that show nothing. */
const unseen = /[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const isOneLine = (text: string): boolean => !unfitForLine.test(text);

interface LineRules {
  readonly label: string;
  /** The message for a text of which nothing can be seen. */
  readonly required: string;
  /** In characters. */
  readonly max?: number;
}

/** Why a text cannot be a name, a title or a subject; undefined if `canonicalLine` of it can be stored. */
export const lineProblem = (
  text: string,
  { label, required, max = Infinity }: LineRules,
): string | undefined => {
  const trimmed = text.trim();
  if (trimmed.replace(unseen, '') === '') return required;
  if (!isOneLine(trimmed)) return `${label} must be one line of text`;
  return Array.from(canonicalLine(trimmed)).length > max ? tooLongMessage(label, max) : undefined;
};
