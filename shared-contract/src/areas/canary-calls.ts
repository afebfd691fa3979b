import { Type } from 'typebox';
import type { Static } from 'typebox';
import { atLeast, anyone } from '../call.ts';
import type { CallDefinition } from '../call.ts';
import { Count, Id, NamedId, enumSchema, object, orNull } from '../schemas.ts';
import { AreaId, VersionId } from './calls.ts';
import { SwitchedArea } from './deploy-calls.ts';
import { canaryRings } from './registry.ts';

const tag = 'Areas';
const Instant = Type.String({ description: 'ISO instant' });
const Milliseconds = orNull(Type.Number({ description: 'Third quartile in milliseconds' }));

export const canaryStates = ['running', 'paused', 'stopped', 'promoted', 'replaced'] as const;

/** What the pages of people report of a version since the canary began. */
const CanarySide = object({
  people: Count,
  failed: Type.Integer({ minimum: 0, description: 'People for whom it failed at least once' }),
  mountMs: Milliseconds,
  lcpMs: Milliseconds,
  inpMs: Milliseconds,
});

export const Canary = object({
  id: Id,
  area: AreaId,
  version: VersionId,
  stable: Type.String({ description: 'The deployed version that it is compared with' }),
  ring: enumSchema(canaryRings),
  state: enumSchema(canaryStates, "'replaced': another version was deployed"),
  isSafe: Type.Boolean({ description: 'The comparison found it safe, and everybody gets it' }),
  reason: orNull(Type.String({ description: 'Why the product itself paused, stopped or widened it' })),
  startedAt: Instant,
  startedBy: Type.String(),
  endedAt: orNull(Instant),
  nextLook: orNull(Type.Integer({ description: 'Number of people after which it is compared next' })),
  sides: object({ canary: CanarySide, stable: CanarySide }),
});
export type Canary = Static<typeof Canary>;

/** A ring or a state to move to; what is already so stays. */
const CanaryChange = Type.Object(
  {
    ring: Type.Optional(enumSchema(canaryRings)),
    state: Type.Optional(enumSchema(['running', 'paused', 'stopped'] as const)),
  },
  { additionalProperties: false, minProperties: 1 },
);
export type CanaryChange = Static<typeof CanaryChange>;

const byToken = { tag, access: anyone, params: object({ area: AreaId }) } as const;
const params = object({ canaryId: Id });

export const canaryCalls = {
  'GET /api/canaries': {
    tag,
    summary: 'The canaries that run, and the last ones of each area, newest first',
    access: atLeast('Internal'),
    data: Type.Array(Canary),
  },
  'PATCH /api/canaries/{canaryId}': {
    tag,
    summary: 'Moves a canary to another ring, or pauses, resumes or stops it',
    access: atLeast('SystemAdmin'),
    params,
    body: CanaryChange,
    data: Canary,
  },
  'POST /api/canaries/{canaryId}/promote': {
    tag,
    summary: 'Makes a canary the deployed version',
    access: atLeast('SystemAdmin'),
    params,
    data: SwitchedArea,
  },
  'GET /api/early-access': {
    tag,
    summary: 'The clients that agreed to get new versions of areas early',
    access: atLeast('SystemAdmin'),
    data: Type.Array(NamedId),
  },
  'PUT /api/early-access/{clientId}': {
    tag,
    summary: 'Notes whether a client gets new versions of areas early',
    access: atLeast('SystemAdmin'),
    params: object({ clientId: Id }),
    body: object({ earlyAccess: Type.Boolean() }),
    data: Type.Null(),
  },
  'POST /api/deploys/{area}/canary': {
    ...byToken,
    summary: 'Begins a canary of an uploaded version, in its first ring. Needs a deploy token',
    body: object({ version: VersionId }),
    data: Canary,
  },
  'PATCH /api/deploys/{area}/canary': {
    ...byToken,
    summary:
      'Moves the canary of an area to another ring, or pauses, resumes or stops it. Needs a deploy token',
    body: CanaryChange,
    data: Canary,
  },
  'POST /api/deploys/{area}/canary/promote': {
    ...byToken,
    summary: 'Makes the canary of an area the deployed version. Needs a deploy token',
    data: SwitchedArea,
  },
} as const satisfies Record<string, CallDefinition>;
