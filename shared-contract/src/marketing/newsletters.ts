// The vocabulary of issues of newsletters and their recipients. No schema library here.

/** Which recipients a list shows. 'rated': those by whom the click rate divides. */
export const recipientSets = ['delivered', 'rated', 'clickers', 'openers', 'repeat'] as const;
export type RecipientSet = (typeof recipientSets)[number];

/** Hours from the sending to the first click: each window ends where the next one begins. */
export const latencyHours = [0, 1, 2, 4, 8, 24, 48, 72] as const;
/** Also clicks before the sending, which are mistakes of the file, and those without a time. */
export const latencyWindows = ['before', '0', '1', '2', '4', '8', '24', '48', '72', 'unknown'] as const;
export type LatencyWindow = (typeof latencyWindows)[number];

/** How many links are shown. */
export const shownLinks = 15;
