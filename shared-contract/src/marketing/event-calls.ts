import { Type } from 'typebox';
import type { CallDefinition } from '../call.ts';
import { Count, Id, enumSchema, object, orNull } from '../schemas.ts';
import { decileDays, liftDays, liftGroups, registrantSets } from './events.ts';
import { Key, filteredFields, pageFields, pageTop, personFields, tacticCall } from './tactic-parts.ts';

const path = 'POST /api/marketing-performance/events';
const Day = Type.String({ description: 'YYYY-MM-DD' });
const event = Type.Optional({ ...Key, description: 'Only this event of the period' });
const ofEvent = object({ ...filteredFields, event });
const counts = {
  registrants: { ...Count, description: 'A person counts once for each event' },
  attendees: Count,
  organizations: { ...Count, description: 'Organizations of registrants whose activities the caller sees' },
};
const NamedEvent = object({ key: Key, title: Type.String(), startsOn: Day });

const Group = object({
  organizations: { ...Count, description: 'Each once' },
  cases: { ...Count, description: 'Each once for each event' },
  before: { ...Count, description: `Engagements in the ${liftDays} days before` },
  after: { ...Count, description: `Engagements in the ${liftDays} days after` },
});

export const eventCalls = {
  [path]: {
    ...tacticCall,
    summary: 'Registrants and attendees of the events that start in the period',
    body: ofEvent,
    data: object({
      uploaded: { ...Count, description: 'All registrants of the clients, of any period' },
      events: Count,
      ...counts,
    }),
  },
  [`${path}/list`]: {
    ...tacticCall,
    summary: 'The events that start in the period, newest first',
    body: object(filteredFields),
    data: Type.Array(object({ ...NamedEvent.properties, ...counts })),
  },
  [`${path}/sessions`]: {
    ...tacticCall,
    summary: 'Attendees by session, most first; a person counts in each session',
    body: ofEvent,
    data: Type.Array(object({ key: Key, name: Type.String(), event: Type.String(), attendees: Count })),
  },
  [`${path}/lift`]: {
    ...tacticCall,
    summary: `Engagements of attending organizations in the ${liftDays} days before and after, beside those of controls: not registered, with the same client and in the same decile of the ${decileDays} days before`,
    body: ofEvent,
    data: object({
      events: { ...Count, description: `Events whose ${liftDays} days after are over` },
      cutEvents: { ...Count, description: 'Events whose days after are not over yet' },
      attending: Group,
      controls: Group,
      leftOut: {
        ...Count,
        description: `Attending organizations without an engagement in the ${decileDays} days before, which have no decile`,
      },
    }),
  },
  [`${path}/people`]: {
    ...tacticCall,
    summary: 'The registrants that the figures count, latest event first',
    body: object({
      ...filteredFields,
      event,
      set: Type.Optional(enumSchema(registrantSets, 'Default registrants')),
      session: Type.Optional({ ...Key, description: 'Only attendees of this session' }),
      ...pageFields,
    }),
    data: Type.Array(
      object({
        ...personFields,
        event: NamedEvent,
        registeredOn: orNull(Day),
        attended: Type.Boolean(),
        sessions: { ...Count, description: 'Sessions that the person attended' },
      }),
    ),
    top: pageTop,
  },
  [`${path}/organizations`]: {
    ...tacticCall,
    summary: 'The organizations of the registrants, most registrants first',
    body: object({ ...filteredFields, event, ...pageFields }),
    data: Type.Array(
      object({ id: Id, name: Type.String(), path: Type.String(), registrants: Count, attendees: Count }),
    ),
    top: pageTop,
  },
  [`${path}/lift-rows`]: {
    ...tacticCall,
    summary: 'The organizations of a group of the lift, once for each event',
    body: object({
      ...filteredFields,
      event,
      group: Type.Optional(enumSchema(liftGroups, 'Default attending')),
      ...pageFields,
    }),
    data: Type.Array(
      object({
        id: Id,
        name: Type.String(),
        path: Type.String(),
        event: NamedEvent,
        decile: orNull({
          ...Count,
          description: `From 1, few engagements in the ${decileDays} days before, to 10; null without any`,
        }),
        before: Count,
        after: Count,
      }),
    ),
    top: pageTop,
  },
} as const satisfies Record<string, CallDefinition>;
