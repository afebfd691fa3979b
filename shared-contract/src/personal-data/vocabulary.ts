// The vocabulary of requests about personal data. No schema library here.

/** What an erasure can leave of a reader. */
export const keptByErasure = ['jobTitle', 'place', 'organization'] as const;
export type KeptByErasure = (typeof keptByErasure)[number];

export const personalDataRequests = ['export', 'erasure'] as const;

/** Readers of one request. */
export const maxRequestReaders = 50;
export const maxReferenceLength = 100;
