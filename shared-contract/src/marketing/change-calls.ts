import { Type } from 'typebox';
import type { CallDefinition } from '../call.ts';
import { Change } from '../overview/change.ts';
import { comparedPeriods } from '../overview/vocabulary.ts';
import { FilterRequestSized, enumSchema, object } from '../schemas.ts';
import { dealBases } from './pipeline.ts';
import { changeMeasures, lookbacks } from './vocabulary.ts';

const { filters, activityTypes } = FilterRequestSized.properties;

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
    data: Change,
  },
} as const satisfies Record<string, CallDefinition>;
