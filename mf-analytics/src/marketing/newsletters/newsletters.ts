import { marketingPages } from '@readerlens/contract/marketing-pages';
import { latencyWindows, recipientSets } from '@readerlens/contract/marketing-newsletters';
import type { LatencyWindow, RecipientSet } from '@readerlens/contract/marketing-newsletters';
import { tacticPageSizes } from '@readerlens/contract/marketing-events';
import { knownOption, listAddress } from '@readerlens/filters/list';
import type { ListParameter } from '@readerlens/filters/list';
import { secondListAddress } from '../second-list.ts';
import { keyParameter, optionParameter } from '../tactics/tactic-address.ts';

export const newslettersPath = marketingPages.newsletters.path;
/** Ids of the lists, for links on the page. */
export const rowsId = 'rows';
export const issuesId = 'issues';

/** What the rows of the page are. */
export const shownSets = [...recipientSets, 'organizations'] as const;
export type ShownSet = (typeof shownSets)[number];
export const isRecipientSet = (set: ShownSet): set is RecipientSet =>
  knownOption(recipientSets, set) !== undefined;

const start = { sort: { column: 'sent', descending: true }, page: 1, size: 10 } as const;
const rules = { sortColumns: ['sent'], sizes: tacticPageSizes, start } as const;

const windowParameter: ListParameter<LatencyWindow | undefined> = {
  read: (text) => knownOption(latencyWindows, text),
  write: (window) => window,
};

export const rowsAddress = listAddress(rules, {
  set: optionParameter<ShownSet>(shownSets, 'clickers'),
  issue: keyParameter,
  link: keyParameter,
  window: windowParameter,
});
export type RowsView = ReturnType<typeof rowsAddress.read>;
export const issuesAddress = secondListAddress('issues', rules);

/** The address of the page with the rows behind a number, from its `location.search`; of the chosen issue unless told. */
export const rowsLink = (search: string, limits: Partial<RowsView>): string => {
  const { issue } = rowsAddress.read(search);
  return `${newslettersPath}${rowsAddress.write({ ...rowsAddress.read(''), issue, ...limits }, search)}#${rowsId}`;
};

export const setLabels: Record<ShownSet, string> = {
  delivered: 'Recipients',
  rated: 'Recipients by whom the click rate divides',
  clickers: 'Clickers',
  openers: 'Recipients who opened',
  repeat: 'Repeat clickers',
  organizations: 'Organizations of clickers',
};

const untilNext: Record<LatencyWindow, string> = {
  before: 'Before the sending',
  0: 'Within 1 hour',
  1: '1 to 2 hours',
  2: '2 to 4 hours',
  4: '4 to 8 hours',
  8: '8 to 24 hours',
  24: '24 to 48 hours',
  48: '48 to 72 hours',
  72: '72 hours and later',
  unknown: 'Time not known',
};
export const nameWindow = (window: LatencyWindow): string => untilNext[window];

export const helpTexts = {
  delivered:
    'Uploaded recipients to whom an issue of the period was delivered, or who clicked in it. A person counts once for each issue. Issues with totals only are not among them.',
  clickers: 'Recipients who clicked at least one link. A person counts once for each issue.',
  clickRate:
    'Clickers divided by the recipients to whom the issue was delivered, of the issues whose upload has both.',
  organizations:
    'Organizations of the clickers, each once: that of the latest engagement of each reader. Clickers who are no readers have none.',
  repeatClickers:
    'People who clicked in two or more issues of the period, each once. With one issue chosen: those of its clickers who also clicked in another issue.',
  clickToOpen:
    'Recipients who opened and clicked, divided by those who opened. Directional only: programs that block or load pictures by themselves make the number of openings wrong.',
  totals:
    'The total of the upload, without recipients: a person who got several issues counts in each, and there are no rows to open.',
  links: 'Clickers by link. A person counts once for each link and issue.',
  latency: 'Clickers by the hours from the sending of the issue to their first click in it.',
} as const;
