import { Type } from 'typebox';
import { anyone } from '../call.ts';
import type { CallDefinition } from '../call.ts';
import { object } from '../schemas.ts';
import { alarmCalls } from './alarms.ts';
import { costCalls } from './costs.ts';
import { deliveryCalls } from './deliveries.ts';
import { jobCalls } from './jobs.ts';
import { processCalls } from './processes.ts';

const tag = 'Operations';

export const operationsCalls = {
  ...alarmCalls,
  ...costCalls,
  ...deliveryCalls,
  ...jobCalls,
  ...processCalls,
  'POST /api/log/error': {
    tag,
    summary: 'Report an unhandled error of the browser',
    access: anyone,
    body: object({
      eventInfo: Type.String({ maxLength: 4000 }),
      stackTrace: Type.Optional(Type.String({ maxLength: 16000 })),
      path: Type.Optional(Type.String({ maxLength: 2000 })),
      userAgent: Type.Optional(Type.String({ maxLength: 1000 })),
    }),
    data: Type.Null(),
  },
} as const satisfies Record<string, CallDefinition>;
