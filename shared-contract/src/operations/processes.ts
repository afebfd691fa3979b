import { Type } from 'typebox';
import type { Static } from 'typebox';
import { atLeast } from '../call.ts';
import type { CallDefinition } from '../call.ts';
import { Moment, object, orNull } from '../schemas.ts';

export const RunningProcess = object({
  name: Type.String({ description: 'Host and process id' }),
  isWorker: Type.Boolean({ description: 'Whether it does background work' }),
  version: orNull(Type.String({ description: 'Null in a version that does not say it' })),
  startedAt: Moment,
  seenAt: Moment,
});
export type RunningProcess = Static<typeof RunningProcess>;

export const processCalls = {
  'GET /api/operations/processes': {
    tag: 'Operations',
    summary: 'The processes of the installation that run now, with the version of each',
    access: atLeast('Internal'),
    data: Type.Array(RunningProcess),
  },
} as const satisfies Record<string, CallDefinition>;
