import { Type } from 'typebox';
import type { CallDefinition } from '../call.ts';
import { Count, FilterRequestSized, enumSchema, object } from '../schemas.ts';
import { dealBases } from './pipeline.ts';
import { changeMeasures, comparedPeriods, lookbacks, maxChangedParts } from './vocabulary.ts';

const { filters, activityTypes } = FilterRequestSized.properties;

/** A part of a number, such as the engagements with one document, in both periods. */
const ChangedPart = object({
  id: Type.String({ description: 'Such as the id of the document, or the source' }),
  name: Type.String(),
  current: Count,
  previous: Count,
});

export const changeCalls = {
  'POST /api/marketing-performance/changes': {
    tag: 'Marketing performance',
    access: { kind: 'user', claim: 'accessMarketingPerformance' },
    api: true,
    reads: true,
    summary: 'What the change of a number from the period before is made of',
    body: object({
      filters,
      activityTypes,
      measure: enumSchema(changeMeasures),
      comparedWith: Type.Optional(enumSchema(comparedPeriods, 'Default previous')),
      lookback: Type.Optional(enumSchema(lookbacks, 'Of new readers and organizations; default 365')),
      basis: Type.Optional(enumSchema(dealBases, 'Of deals; default created')),
    }),
    data: object({
      current: { ...Count, description: 'The number in the period; each part counts once' },
      previous: { ...Count, description: 'The number in the period before' },
      gained: { ...Count, description: 'What the parts that grew have gained together' },
      lost: { ...Count, description: 'What the parts that shrank have lost together' },
      parts: Type.Array(ChangedPart, {
        maxItems: maxChangedParts,
        description: 'The largest changes first; parts without a change are left out',
      }),
    }),
  },
} as const satisfies Record<string, CallDefinition>;
