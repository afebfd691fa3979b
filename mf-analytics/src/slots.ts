// The places of this area where others add links, as in area.json. `search` is the filters of the page, as `f` in its address.

/** Beside a reader; the context has `reader`, the id, and `search`. */
export const readerActions = 'analytics/reader-actions/v1';
/** Beside an organization; the context has `organization`, the id, and `search`. */
export const organizationActions = 'analytics/organization-actions/v1';
/** Beside the results of a search; the context has `search`. */
export const searchActions = 'analytics/search-actions/v1';
