// The vocabulary of webinars. No schema library here.

/** Which registrations a number counts. One is of one person for one webinar. */
export const webinarGroups = [
  'registrants',
  'attendees',
  'noShows',
  // What engagement divides by: attendees of webinars that offered questions, polls or surveys.
  'engageable',
  'engaged',
  // What minutes, completion and scores divide by.
  'timed',
  'measured',
  'scored',
  // What the share of the recording divides by.
  'recorded',
  'onDemand',
  'questions',
  'polls',
  'surveys',
  'resources',
] as const;
export type WebinarGroup = (typeof webinarGroups)[number];

/** What attendees of a webinar can do, if it offers it. */
export const webinarInputs = ['questions', 'polls', 'surveys', 'resources'] as const;
export type WebinarInput = (typeof webinarInputs)[number];

/** What the parts of the score of an attendee are worth. What a webinar did not offer is left out, and the rest scaled to 10. */
export const webinarWeights = { minutes: 4, questions: 2, polls: 2, surveys: 1, resources: 1 } as const;

/** When a registration was made: the least number of days before the webinar. */
export const registrationDays = [
  '29',
  '22',
  '15',
  '8',
  '7',
  '6',
  '5',
  '4',
  '3',
  '2',
  '1',
  '0',
  'after',
  'unknown',
] as const;
export type RegistrationDay = (typeof registrationDays)[number];

export const webinarPageSizes = [10, 20, 50] as const;
