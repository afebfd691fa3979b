// The vocabulary of requests about personal data. No schema library here.

/** What an erasure can leave of a reader. */
export const keptByErasure = ['jobTitle', 'place', 'organization'] as const;
export type KeptByErasure = (typeof keptByErasure)[number];

export const personalDataRequests = ['export', 'erasure'] as const;

/** Readers of one request. */
export const maxRequestReaders = 50;
export const maxReferenceLength = 100;

/** What has a configurable period of retention. */
export const retentionKinds = ['activities', 'readers', 'accounts', 'auditEvents'] as const;
export type RetentionKind = (typeof retentionKinds)[number];
/** In days; 0 keeps everything. */
export type RetentionPeriods = Readonly<Record<RetentionKind, number>>;
