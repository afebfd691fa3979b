import { Type } from 'typebox';
import type { Static } from 'typebox';
import { signedIn } from '../call.ts';
import type { CallDefinition } from '../call.ts';
import { FilterRequest, Id, Moment, PersonName, object, orNull } from '../schemas.ts';
import { maxAnnotationLength } from './vocabulary.ts';

const tag = 'Annotations';
const Day = Type.String({ maxLength: 10, description: 'YYYY-MM-DD' });
const Text = Type.String({ maxLength: maxAnnotationLength, description: 'Plain text, not blank' });

/** A note on a date, of a client as a whole or of one organization. Author and text are null in Blinded Mode. */
export const Annotation = object({
  id: Id,
  clientId: Id,
  organizationId: orNull(Id),
  date: Day,
  text: orNull(Type.String()),
  author: orNull(PersonName),
  createdAt: Moment,
  updatedAt: Moment,
  mayChange: Type.Boolean({ description: 'The caller is the author, or staff' }),
});
export type Annotation = Static<typeof Annotation>;

const one = { params: object({ id: Id }) };

export const annotationsCalls = {
  'POST /api/annotations/search': {
    tag,
    summary:
      'The notes on the clients and dates of the filters, oldest date first; other filters have no effect. Those of an organization with its id only',
    access: signedIn,
    reads: true,
    body: object({ ...FilterRequest.properties, orgId: Type.Optional(Id) }),
    data: Type.Array(Annotation),
  },
  'POST /api/annotations': {
    tag,
    summary: 'Adds a note, read by everyone who sees the client, and with an organization that organization',
    access: signedIn,
    body: object({ clientId: Id, orgId: Type.Optional(Id), date: Day, text: Text }),
    data: Annotation,
  },
  'PATCH /api/annotations/{id}': {
    tag,
    summary: 'Changes a note of the caller; any note for staff',
    access: signedIn,
    ...one,
    body: object({ date: Type.Optional(Day), text: Type.Optional(Text) }),
    data: Annotation,
  },
  'DELETE /api/annotations/{id}': {
    tag,
    summary: 'Deletes a note of the caller; any note for staff',
    access: signedIn,
    ...one,
    data: Type.Null(),
  },
} as const satisfies Record<string, CallDefinition>;
