import { marketingPages } from '@readerlens/contract/marketing-pages';
import {
  decileDays,
  liftDays,
  liftGroups,
  registrantSets,
  tacticPageSizes,
} from '@readerlens/contract/marketing-events';
import type { LiftGroup, RegistrantSet } from '@readerlens/contract/marketing-events';
import { knownOption, listAddress } from '@readerlens/filters/list';
import { attendanceDefinition } from '../definitions.ts';
import { secondListAddress } from '../second-list.ts';
import { keyParameter, optionParameter } from '../tactics/tactic-address.ts';

export const eventsPath = marketingPages.events.path;
/** Ids of the lists, for links on the page. */
export const rowsId = 'rows';
export const eventsId = 'events';

/** What the rows of the page are. */
export const shownSets = [...registrantSets, 'organizations', ...liftGroups] as const;
export type ShownSet = (typeof shownSets)[number];
export const isRegistrantSet = (set: ShownSet): set is RegistrantSet =>
  knownOption(registrantSets, set) !== undefined;
export const isLiftGroup = (set: ShownSet): set is LiftGroup => knownOption(liftGroups, set) !== undefined;

const start = { sort: { column: 'day', descending: true }, page: 1, size: 10 } as const;
const rules = { sortColumns: ['day'], sizes: tacticPageSizes, start } as const;

export const rowsAddress = listAddress(rules, {
  set: optionParameter<ShownSet>(shownSets, 'registrants'),
  event: keyParameter,
  session: keyParameter,
});
export type RowsView = ReturnType<typeof rowsAddress.read>;
export const eventsAddress = secondListAddress('events', rules);

/** The address of the page with the rows behind a number, from its `location.search`; of the chosen event unless told. */
export const rowsLink = (search: string, limits: Partial<RowsView>): string => {
  const { event } = rowsAddress.read(search);
  return `${eventsPath}${rowsAddress.write({ ...rowsAddress.read(''), event, ...limits }, search)}#${rowsId}`;
};

export const setLabels: Record<ShownSet, string> = {
  registrants: 'Registrants',
  attendees: 'Attendees',
  noShows: 'Registrants who did not attend',
  organizations: 'Organizations of registrants',
  attending: 'Lift: attending organizations',
  controls: 'Lift: controls',
  leftOut: 'Lift: left out',
};

export const helpTexts = {
  registrants:
    'Uploaded registrants of the events that start in the period. A person counts once for each event.',
  attendees: 'Registrants who attended, as the upload says. A person counts once for each event.',
  showRate: attendanceDefinition,
  organizations:
    'Organizations of the registrants, each once: that of the latest engagement of each reader. Registrants who are no readers have none.',
  sessions: 'Attendees by session, as the upload says. A person counts once in each session attended.',
  lift: `The mean change of engagements of attending organizations, from the ${liftDays} days before the event to the ${liftDays} days after, minus that of controls: organizations of the same client, in the same decile of the ${decileDays} days before, that did not register. The first day counts in neither. An organization counts once for each event. None for fewer than 10 organizations on a side.`,
} as const;
