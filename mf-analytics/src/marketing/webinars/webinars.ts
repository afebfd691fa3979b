import { marketingPages } from '@readerlens/contract/marketing-pages';
import { registrationDays, webinarGroups, webinarPageSizes } from '@readerlens/contract/marketing-webinars';
import type { RegistrationDay, WebinarGroup, WebinarInput } from '@readerlens/contract/marketing-webinars';
import type { CallData, Calls } from '@readerlens/contract/client';
import { knownOption, listAddress } from '@readerlens/filters/list';
import { attendanceDefinition } from '../definitions.ts';
import { secondListAddress } from '../second-list.ts';
import { keyParameter, optionParameter } from '../tactics/tactic-address.ts';

export type Summary = CallData<Calls['POST /api/marketing-performance/webinars']>;
export type Webinar = CallData<Calls['POST /api/marketing-performance/webinars/list']>[number];
export type Person = CallData<Calls['POST /api/marketing-performance/webinars/people']>[number];

export const webinarsPath = marketingPages.webinars.path;
/** Ids of the lists, for links on the page. */
export const rowsId = 'rows';
export const webinarsId = 'webinars';

/** What the list of people is called in its choice. */
export const groupLabels: Record<WebinarGroup, string> = {
  registrants: 'All registrants',
  attendees: 'Attendees',
  noShows: 'No-shows',
  engageable: 'Attendees who could engage',
  engaged: 'Engaged attendees',
  timed: 'Attendees with minutes',
  measured: 'Attendees with minutes and a length',
  scored: 'Attendees with a score',
  recorded: 'Registrants with a recording',
  onDemand: 'Watched on demand',
  questions: 'Asked a question',
  polls: 'Answered a poll',
  surveys: 'Answered a survey',
  resources: 'Opened a resource',
};

export const inputLabels: Record<WebinarInput, string> = {
  questions: 'Asked a question',
  polls: 'Answered a poll',
  surveys: 'Answered a survey',
  resources: 'Opened a resource',
};

/** 'Days 22–28 before', 'On the day'. */
export const dayLabels: Record<RegistrationDay, string> = {
  29: '29 or more days before',
  22: '22–28 days before',
  15: '15–21 days before',
  8: '8–14 days before',
  7: '7 days before',
  6: '6 days before',
  5: '5 days before',
  4: '4 days before',
  3: '3 days before',
  2: '2 days before',
  1: '1 day before',
  0: 'On the day',
  after: 'After the day',
  unknown: 'Day not known',
};

const rules = {
  sortColumns: ['held'] as const,
  sizes: webinarPageSizes,
  start: { sort: { column: 'held', descending: true }, page: 1, size: 10 },
} as const;

export const webinarsAddress = secondListAddress('webinar', rules);
export const peopleAddress = listAddress(rules, {
  group: optionParameter<WebinarGroup>(webinarGroups, 'registrants'),
  day: {
    read: (text: string | null): RegistrationDay | undefined => knownOption(registrationDays, text),
    write: (day: RegistrationDay | undefined) => day,
  },
  webinar: keyParameter,
});
export type PeopleView = ReturnType<typeof peopleAddress.read>;

/** The address of the page with the people behind a number, from its `location.search`. */
export const peopleLink = (search: string, limits: Partial<PeopleView>): string =>
  `${webinarsPath}${peopleAddress.write({ ...peopleAddress.read(''), ...limits }, search)}#${rowsId}`;

export const helpTexts = {
  webinars: 'Webinars that were held on a day of the period. Days are UTC.',
  registrants:
    'One for each person and webinar, whether or not the person came. Only the filters on clients and dates apply to uploaded registrations.',
  attendees:
    'Registrants who attended live, as the file says. Who only watched the recording is not among them.',
  noShows: 'Registrants who did not attend live.',
  attendance: attendanceDefinition,
  engagement:
    'Attendees who asked a question, or answered a poll or survey, divided by the attendees of webinars that offered any of them.',
  minutes: 'Live minutes of attendees, divided by the attendees whose minutes are known.',
  completion:
    'Live minutes of attendees, each at most the length of the webinar, divided by the length of the webinar for each of them. Only attendees whose minutes and whose length of the webinar are known.',
  onDemand:
    'Registrants with minutes of the recording, whether or not they attended, divided by the registrants of webinars that have such minutes.',
  score:
    'From 0 to 10 for each attendee: up to 4 for the share of the length that the person was there, 2 for a question, 2 for a poll, 1 for a survey and 1 for a resource. What the webinar did not offer is left out, and the rest is scaled to 10. Shown is the average.',
} as const;
