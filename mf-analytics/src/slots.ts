// The places of this area where others add links, widgets or marks, as in area.json.
import type { SlotContext } from '@readerlens/contract/registry';
import {
  findDateRange,
  listSelectedTerms,
  namedCatalogue,
  prepareForQuery,
  toQuery,
} from '@readerlens/filters/model';
import type { FilterModel } from '@readerlens/filters/model';

/** Beside a reader; the context has `reader`, the id, and the search. */
export const readerActions = 'analytics/reader-actions/v1';
/** Beside an organization; the context has `organization`, the id, and the search. */
export const organizationActions = 'analytics/organization-actions/v1';
/** Beside the results of a search; the context has the search. */
export const searchActions = 'analytics/search-actions/v1';
/** Marks on the rows of a ranking; the context of each has `organization` or `reader`, its id. */
export const subjectMarks = 'analytics/subject-marks/v1';
/** Widgets at the end of the page of an organization; the context has `organization`, the id, and the search. */
export const organizationCards = 'analytics/organization-cards/v1';
/** Widgets at the end of the Performance Overview; the context has the search. */
export const overviewCards = 'analytics/overview-cards/v1';

/**
 * What the context of each slot has of a search: `search`, its filters as `f` in an address; `clients`, their ids with commas between; `from` and
 * `to`, its first and last day, YYYY-MM-DD in UTC.
 */
export const describeSearch = (model: FilterModel): SlotContext => {
  const filters = prepareForQuery(model.filters, { now: new Date(), catalogue: namedCatalogue });
  return {
    search: toQuery(model),
    clients: listSelectedTerms(model.filters, 'Clients')
      .map(({ id }) => id)
      .join(','),
    ...findDateRange(filters),
  };
};
