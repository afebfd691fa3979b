import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Id, enumSchema, object } from '../schemas.ts';
import { maxSideIds, sideKinds } from './vocabulary.ts';

/** One of the two groups that a comparison has. */
export const ComparedSide = object({
  kind: enumSchema(sideKinds),
  ids: Type.Array(Id, {
    minItems: 1,
    maxItems: maxSideIds,
    uniqueItems: true,
    description:
      'Ids of document types or themes, sources of activities, or the id of one saved search of the caller, whose clients and dates do not apply. Webinars and events cannot be combined with other sources.',
  }),
});
export type ComparedSide = Static<typeof ComparedSide>;
