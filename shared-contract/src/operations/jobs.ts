import { Type } from 'typebox';
import type { Static } from 'typebox';
import { atLeast } from '../call.ts';
import type { CallDefinition } from '../call.ts';
import { Count, Moment, enumSchema, object, orNull } from '../schemas.ts';

const tag = 'Operations';

/** A queued run is `due`, or `waiting` for its slot or its next attempt. */
export const runStates = ['due', 'waiting', 'running', 'failed', 'done', 'skipped'] as const;
export type RunState = (typeof runStates)[number];

const KindName = Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}$' });
const RunId = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' });

export const JobSummary = object({
  kind: KindName,
  counts: object({
    due: Count,
    waiting: Count,
    running: Count,
    failed: Count,
    done: Count,
    skipped: Count,
  }),
  nextAt: orNull(Moment),
  lastRun: orNull(
    object({
      state: enumSchema(runStates),
      startedAt: Moment,
      finishedAt: orNull(Moment),
    }),
  ),
  lateSince: Type.Optional(
    Type.String({
      description:
        'ISO 8601, UTC: since when the oldest run should have started, if more than five minutes ago',
    }),
  ),
  held: Type.Optional(Type.String({ description: 'Why no worker takes these runs' })),
});
export type JobSummary = Static<typeof JobSummary>;

export const JobRun = object({
  id: RunId,
  kind: KindName,
  ownerId: Type.String(),
  about: Type.Optional(
    Type.String({ description: 'For display, such as the recipient of a mail; omitted when blinded' }),
  ),
  slot: Type.String(),
  slotAt: Moment,
  missedSlots: Count,
  state: enumSchema(runStates),
  attempts: Count,
  nextAt: orNull(Moment),
  startedAt: orNull(Moment),
  finishedAt: orNull(Moment),
  error: orNull(Type.String()),
});
export type JobRun = Static<typeof JobRun>;

export const jobCalls = {
  'GET /api/operations/jobs': {
    tag,
    summary: 'Every kind of job with the number of runs in each state, the last run and the next run',
    access: atLeast('Internal'),
    data: Type.Array(JobSummary),
  },
  'GET /api/operations/runs': {
    tag,
    summary: 'A page of runs, latest slot first',
    access: atLeast('Internal'),
    query: object({
      kind: Type.Optional(KindName),
      state: Type.Optional(enumSchema(runStates)),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default: 25' })),
    }),
    data: object({ items: Type.Array(JobRun), total: Count }),
  },
  'POST /api/operations/runs/{id}/retry': {
    tag,
    summary:
      'Queue a run that failed, or waits after a failed attempt, for now and with a full set of attempts; 409 for any other',
    access: atLeast('Internal'),
    params: object({ id: RunId }),
    data: Type.Null(),
  },
} as const satisfies Record<string, CallDefinition>;
