import type { ReviewActivity } from './activity.ts';

/** What is chosen: activities of any pages, in the order in which they were chosen, or everything that matches. */
export interface Selection {
  readonly rows: ReadonlyMap<string, ReviewActivity>;
  readonly everything: boolean;
}

export const nothingSelected: Selection = { rows: new Map(), everything: false };
export const everythingSelected: Selection = { rows: new Map(), everything: true };

type Rows = readonly ReviewActivity[];

const byId = (rows: Rows): [string, ReviewActivity][] => rows.map((row) => [row.id, row]);

export const isSelected = ({ rows, everything }: Selection, { id }: ReviewActivity): boolean =>
  everything || rows.has(id);

/** All of a page is chosen, and something is on it. */
export const isPageSelected = (selection: Selection, page: Rows): boolean =>
  page.length > 0 && page.every((row) => isSelected(selection, row));

/** One more or one less. To take one out of everything leaves the others of its page. */
export const withRow = (selection: Selection, row: ReviewActivity, on: boolean, page: Rows): Selection => {
  const rows = new Map(selection.everything ? byId(page) : selection.rows);
  if (on) rows.set(row.id, row);
  else rows.delete(row.id);
  return { rows, everything: false };
};

/** All of a page, or none of it; what is chosen on other pages stays. */
export const withPage = (selection: Selection, page: Rows, on: boolean): Selection => {
  if (selection.everything && !on) return nothingSelected;
  const rows = new Map(selection.rows);
  for (const row of page) {
    if (!on) rows.delete(row.id);
    else if (!rows.has(row.id)) rows.set(row.id, row);
  }
  return { rows, everything: false };
};

/** How many activities are chosen, of `total` that match. */
export const countOf = ({ rows, everything }: Selection, total: number): number =>
  everything ? total : rows.size;

/** The activity that says what may be done: the one chosen first, of everything the first that is shown. */
export const firstOf = ({ rows, everything }: Selection, page: Rows): ReviewActivity | undefined =>
  everything ? page[0] : rows.values().next().value;
