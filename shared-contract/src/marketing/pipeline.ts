// The vocabulary of opportunities and of their uploads. No schema library here.

/** What a stage of a client's pipeline means. */
export const stageOutcomes = ['open', 'won', 'lost'] as const;
export type StageOutcome = (typeof stageOutcomes)[number];

/** How a deal was matched to an organization, or why it was not. */
export const dealMatches = ['domain', 'name', 'hand', 'ambiguous', 'none'] as const;
export type DealMatch = (typeof dealMatches)[number];

/** The day by which deals belong to a period. */
export const dealBases = ['created', 'closed'] as const;
export type DealBasis = (typeof dealBases)[number];
/** Credits can also belong to the period of their touches. */
export const creditBases = [...dealBases, 'touch'] as const;
export type CreditBasis = (typeof creditBases)[number];

/** Which deals a list shows. */
export const influences = ['all', 'influenced', 'assisted', 'accelerated', 'none'] as const;
export type Influence = (typeof influences)[number];

/** How a deal is influenced. */
export const dealInfluences = ['none', 'assisted', 'accelerated', 'both'] as const;
export type DealInfluence = (typeof dealInfluences)[number];

/** How a deal's amount is divided among its touches. */
export const creditModels = ['even', 'first', 'last', 'position', 'decay'] as const;
export type CreditModel = (typeof creditModels)[number];
export const creditHalfLifeDays = 30;

/** What a touch was. */
export const tactics = ['webinar', 'event', 'newsletter', 'request', 'content'] as const;
export type Tactic = (typeof tactics)[number];

/** How long before its creation an engagement can assist a deal. */
export const assistDays = 180;
/** Days from the creation of a deal to a touch, in windows of as many days. The last one has no end. */
export const touchWindowDays = 30;
export const touchWindows = [-180, -150, -120, -90, -60, -30, 0, 30, 60, 90, 120, 150, 180] as const;

/** An organization without an opportunity is highly engaged from this number of engagements in a period. */
export const highEngagement = 10;

export const dealPageSizes = [10, 20, 50] as const;

/** What can be uploaded for marketing performance. */
export const uploadKinds = ['opportunities', 'webinars', 'events', 'newsletters'] as const;
export type UploadKind = (typeof uploadKinds)[number];

export const uploadModes = ['merge', 'replace'] as const;
export type UploadMode = (typeof uploadModes)[number];

/** How the days of a file are written. */
export const uploadDays = ['iso', 'monthFirst', 'dayFirst'] as const;
export type UploadDays = (typeof uploadDays)[number];

export const maxTablePackedBytes = 20 * 1024 * 1024;
export const maxTableUnpackedBytes = 200 * 1024 * 1024;
export const maxTableColumns = 100;
export const maxTableRows = 100_000;
/** How many refused rows and changes an answer names. The counts are of all. */
export const shownProblems = 200;
export const shownChanges = 200;
export const shownUploads = 20;
