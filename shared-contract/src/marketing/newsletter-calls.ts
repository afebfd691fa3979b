import { Type } from 'typebox';
import type { CallDefinition } from '../call.ts';
import { Count, Id, Moment, enumSchema, object, orNull } from '../schemas.ts';
import { latencyWindows, recipientSets, shownLinks } from './newsletters.ts';
import { Key, filteredFields, pageFields, pageTop, personFields, tacticCall } from './tactic-parts.ts';

const path = 'POST /api/marketing-performance/newsletters';
const issue = Type.Optional({ ...Key, description: 'Only this issue of the period' });
const ofIssue = object({ ...filteredFields, issue });
const Cases = orNull(
  object({ part: Count, of: Count }, { description: 'Null if one of them was not counted' }),
);
const unknownCount = orNull({ ...Count, description: 'Null if it was not counted' });
const figures = {
  delivered: unknownCount,
  clickers: unknownCount,
  openers: unknownCount,
  clickRate: Cases,
  clickToOpen: Cases,
};
const NamedIssue = object({ key: Key, title: Type.String(), sentAt: Moment });

export const newsletterCalls = {
  [path]: {
    ...tacticCall,
    summary:
      'Recipients and clickers of the issues that were sent in the period; a person counts once for each issue',
    body: ofIssue,
    data: object({
      uploaded: { ...Count, description: 'All rows of the clients, of any period' },
      issues: Count,
      totalsOnly: { ...Count, description: 'Issues without recipients' },
      listed: object({
        ...figures,
        organizations: {
          ...Count,
          description: 'Organizations of clickers whose activities the caller sees',
        },
        repeatClickers: { ...Count, description: 'People who clicked in several issues of the period' },
      }),
      totals: object(figures, { description: 'Of the issues without recipients' }),
    }),
  },
  [`${path}/list`]: {
    ...tacticCall,
    summary: 'The issues that were sent in the period, newest first',
    body: object(filteredFields),
    data: Type.Array(
      object({
        ...NamedIssue.properties,
        hasRecipients: Type.Boolean(),
        isDeliveredTotal: Type.Boolean({ description: 'Delivered is a total without recipients' }),
        ...figures,
        organizations: unknownCount,
        repeatClickers: unknownCount,
      }),
    ),
  },
  [`${path}/links`]: {
    ...tacticCall,
    summary: `The ${shownLinks} links with most clickers; a person counts in each link`,
    body: ofIssue,
    data: Type.Array(object({ key: Key, link: Type.String(), clickers: Count })),
  },
  [`${path}/latency`]: {
    ...tacticCall,
    summary: 'Clickers by the hours from the sending to their first click',
    body: ofIssue,
    data: Type.Array(object({ window: enumSchema(latencyWindows), clickers: Count })),
  },
  [`${path}/people`]: {
    ...tacticCall,
    summary: 'The recipients that the figures count, latest issue first',
    body: object({
      ...filteredFields,
      issue,
      set: Type.Optional(enumSchema(recipientSets, 'Default clickers')),
      link: Type.Optional({ ...Key, description: 'Only clickers of this link' }),
      window: Type.Optional(enumSchema(latencyWindows, 'Only clickers in this window of hours')),
      ...pageFields,
    }),
    data: Type.Array(
      object({
        ...personFields,
        issue: orNull(NamedIssue),
        opened: orNull(Type.Boolean()),
        clicked: Type.Boolean(),
        links: Count,
        hours: orNull(Type.Integer({ description: 'Whole hours from the sending to the first click' })),
        issues: { ...Count, description: 'Issues of the period in which the person clicked' },
      }),
    ),
    top: pageTop,
  },
  [`${path}/organizations`]: {
    ...tacticCall,
    summary: 'The organizations of the clickers, most clickers first',
    body: object({ ...filteredFields, issue, ...pageFields }),
    data: Type.Array(object({ id: Id, name: Type.String(), path: Type.String(), clickers: Count })),
    top: pageTop,
  },
} as const satisfies Record<string, CallDefinition>;
