import { Type } from 'typebox';
import { Count, object } from '../schemas.ts';
import { maxChangedParts } from './vocabulary.ts';

/** A part of a number, such as the engagements with one document, in both periods. */
const ChangedPart = object({
  id: Type.String({ description: 'Such as the id of the document, or the source' }),
  name: Type.String(),
  current: Count,
  previous: Count,
});

/** What the change of a number from the period before is made of. */
export const Change = object({
  current: { ...Count, description: 'The number in the period; each part counts once' },
  previous: { ...Count, description: 'The number in the period before' },
  gained: { ...Count, description: 'What the parts that grew have gained together' },
  lost: { ...Count, description: 'What the parts that shrank have lost together' },
  parts: Type.Array(ChangedPart, {
    maxItems: maxChangedParts,
    description: 'The largest changes first; parts without a change are left out',
  }),
});
