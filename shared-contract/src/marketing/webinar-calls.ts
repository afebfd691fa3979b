import { Type } from 'typebox';
import type { CallDefinition } from '../call.ts';
import { Count, enumSchema, object, orNull } from '../schemas.ts';
import { Key, filteredFields, pageFields, pageTop, personFields, tacticCall } from './tactic-parts.ts';
import { registrationDays, webinarGroups, webinarInputs, webinarWeights } from './webinars.ts';

const request = object(filteredFields);
const Day = Type.String({ description: 'YYYY-MM-DD, UTC' });
const webinar = Type.Optional({ ...Key, description: 'Only registrations for this webinar' });

const counts = {
  registrants: { ...Count, description: 'One for each person and webinar' },
  attendees: { ...Count, description: 'Who attended live' },
  noShows: { ...Count, description: 'Registrants who did not attend live' },
  engagement: orNull(
    object({
      attendees: { ...Count, description: 'Of webinars that offered questions, polls or surveys' },
      engaged: { ...Count, description: 'Who asked a question, or answered a poll or survey' },
    }),
  ),
  minutes: orNull(object({ attendees: Count, minutes: Count })),
  completion: orNull(
    object({
      attendees: Count,
      minutes: { ...Count, description: 'At most the length of the webinar for each' },
      possible: { ...Count, description: 'The length of the webinar for each' },
    }),
  ),
  onDemand: orNull(
    object({
      registrants: { ...Count, description: 'Of webinars with minutes of a recording' },
      watched: Count,
    }),
  ),
  score: orNull(
    object(
      { attendees: Count, points: Type.Number({ minimum: 0, description: 'The scores, added up' }) },
      {
        description: `0 to 10 for each attendee: ${Object.entries(webinarWeights)
          .map(([name, weight]) => `${name} ${weight}`)
          .join(', ')}; what a webinar did not offer is left out, and the rest scaled to 10`,
      },
    ),
  ),
};

const Person = object({
  ...personFields,
  webinar: object({ key: Key, title: Type.String(), heldOn: Day }),
  registeredOn: orNull(Day),
  attended: Type.Boolean(),
  liveMinutes: orNull(Count),
  onDemandMinutes: orNull(Count),
  questions: orNull(Count),
  polls: orNull(Count),
  surveys: orNull(Count),
  resources: orNull(Count),
  score: orNull(Type.Number({ minimum: 0, maximum: 10 })),
});

const path = 'POST /api/marketing-performance/webinars';

export const webinarCalls = {
  [path]: {
    ...tacticCall,
    summary:
      'Registrations of the webinars that were held in the period. Null: no webinar has the input, so the metric is unknown',
    body: request,
    data: object({
      uploaded: { ...Count, description: 'All registrations of the clients, of any day' },
      webinars: Count,
      ...counts,
      inputs: Type.Array(
        object({
          input: enumSchema(webinarInputs),
          attendees: { ...Count, description: 'Of webinars that offered it' },
          used: { ...Count, description: 'Attendees who used it' },
        }),
        { description: 'Only what a webinar offered' },
      ),
    }),
  },
  [`${path}/registrations`]: {
    ...tacticCall,
    summary: 'Registrations by the days before the webinar',
    body: request,
    data: Type.Array(object({ day: enumSchema(registrationDays), registrants: Count })),
  },
  [`${path}/list`]: {
    ...tacticCall,
    summary: 'The webinars that were held in the period, latest first',
    body: object({ ...filteredFields, ...pageFields }),
    data: Type.Array(object({ key: Key, title: Type.String(), heldOn: Day, ...counts })),
    top: pageTop,
  },
  [`${path}/people`]: {
    ...tacticCall,
    summary: 'The registrations that the figures count, latest webinar first',
    body: object({
      ...filteredFields,
      group: Type.Optional(enumSchema(webinarGroups, 'Default registrants')),
      webinar,
      day: Type.Optional(enumSchema(registrationDays)),
      ...pageFields,
    }),
    data: Type.Array(Person),
    top: pageTop,
  },
  [`${path}/no-shows`]: {
    ...tacticCall,
    summary: "'No-shows.csv': the registrants who did not attend",
    body: object({ ...filteredFields, webinar }),
    data: Type.Unsafe<Blob>(Type.Unknown()),
    file: 'text/csv; charset=utf-8',
  },
} as const satisfies Record<string, CallDefinition>;
