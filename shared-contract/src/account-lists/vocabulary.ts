// The vocabulary of account lists. No schema library here.

/** Maximum number of organizations in a list: as many as a filter by organizations can name. */
export const maxListOrganizations = 2000;
/** Maximum number of lists of one person for one client. */
export const maxAccountLists = 50;
/** Maximum number of lists in one filter. */
export const maxFilteredLists = 10;
export const maxListName = 100;
