// The vocabulary of account lists. No schema library here.

/** Maximum number of organizations in a list: as many as a filter by organizations can name. */
export const maxListOrganizations = 2000;
/** Maximum number of lists of one person for one client. */
export const maxAccountLists = 50;
/** Maximum number of lists in one filter. */
export const maxFilteredLists = 10;
export const maxListName = 100;
/** A rule can ask for as many engagements at least. */
export const maxLeastEngagements = 1_000_000;
/** Texts that the filters of a rule may search for: each statement with its list searches for them too. */
export const maxRuleTexts = 50;
/** A list has organizations that were picked, or a rule that finds them. */
export const listKinds = ['organizations', 'rule'] as const;
export type ListKind = (typeof listKinds)[number];
