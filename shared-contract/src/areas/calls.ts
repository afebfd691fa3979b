import { Type } from 'typebox';
import type { Static } from 'typebox';
import { anyone, atLeast, signedIn } from '../call.ts';
import type { CallDefinition } from '../call.ts';
import { ClaimSchema, Count, enumSchema, object } from '../schemas.ts';
import { leftoverResources } from './registry.ts';

const tag = 'Areas';

/** Id of an area in the registry. */
export const AreaId = Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}$' });
/** Name of a widget of an area. */
export const WidgetName = Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}$' });
const version = '[A-Za-z0-9._-]{1,64}';
export const VersionId = Type.String({ pattern: `^${version}$` });

export const areaFailureKinds = ['timeout', 'missing', 'error'] as const;
export const areaPhases = ['load', 'mount', 'run', 'unmount'] as const;
export const webVitals = ['LCP', 'INP', 'CLS'] as const;

/** One measurement of an area, or of one of its widgets, on a page: the duration of a phase, a failure, a web vital while it was shown, or what it left behind. */
export const AreaSample = object({
  area: AreaId,
  version: VersionId,
  widget: Type.Optional(WidgetName),
  kind: enumSchema(['load', 'mount', 'fallback', 'failure', 'vital', 'leftover'] as const),
  /** Milliseconds for load, mount, LCP and INP; the score for CLS; a number for leftovers. */
  value: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000 })),
  phase: Type.Optional(enumSchema(areaPhases, 'Phase of a failure')),
  failure: Type.Optional(enumSchema(areaFailureKinds)),
  vital: Type.Optional(enumSchema(webVitals)),
  resource: Type.Optional(enumSchema(leftoverResources)),
});
export type AreaSample = Static<typeof AreaSample>;

const Quantiles = Type.Union([
  object({ p50: Type.Number(), p75: Type.Number(), p95: Type.Number() }),
  Type.Null(),
]);

export const AreaHealth = object({
  area: AreaId,
  version: VersionId,
  widget: Type.Optional(Type.String({ description: 'Absent for the area itself' })),
  firstSeen: Type.String(),
  lastSeen: Type.String(),
  loads: Count,
  loadMs: Quantiles,
  mountMs: Quantiles,
  failures: object({ timeout: Count, missing: Count, error: Count }),
  fallbacks: Type.Integer({
    minimum: 0,
    description: 'How often a page fell back from it to the previous version',
  }),
  vitals: object({ LCP: Quantiles, INP: Quantiles, CLS: Quantiles }),
  leftovers: Type.Object(
    {
      nodes: Type.Number(),
      listeners: Type.Number(),
      timers: Type.Number(),
      patched: Type.Number({ description: 'Functions of the browser and attributes of the page' }),
      late: Type.Number({ description: 'Visits after which it still acted on the page' }),
    },
    { additionalProperties: false, description: 'What it left on the page, on average per visit' },
  ),
});
export type AreaHealth = Static<typeof AreaHealth>;

/** An area with the claims that it declares. */
export const AreaClaims = object({
  area: AreaId,
  name: Type.String({ description: 'What the area is called' }),
  claims: Type.Array(
    object({
      claim: ClaimSchema,
      label: Type.String(),
      description: Type.Optional(Type.String({ description: 'What it allows' })),
    }),
  ),
});
export type AreaClaims = Static<typeof AreaClaims>;

const PreviewToken = object({ token: Type.String({ minLength: 1, maxLength: 4000 }) });

export const areasCalls = {
  'POST /api/areas/samples': {
    tag,
    summary: 'Report measurements of the areas on a page',
    access: signedIn,
    reads: true,
    body: object({ samples: Type.Array(AreaSample, { minItems: 1, maxItems: 100 }) }),
    data: Type.Null(),
  },
  'GET /api/areas/health': {
    tag,
    summary: 'Times, failures and web vitals of each version of each area',
    access: atLeast('Internal'),
    query: object({
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 30, description: 'Default: 7' })),
    }),
    data: Type.Array(AreaHealth),
  },
  'GET /api/areas/claims': {
    tag,
    summary: 'The claims that deployed areas declare, by area. 503 while the registry cannot be read',
    access: atLeast('Internal'),
    data: Type.Array(AreaClaims),
  },
  'GET /api/areas/proven': {
    tag,
    summary: 'Which of the given versions of an area are proven by visits, for deploys and rollbacks',
    access: anyone,
    query: object({
      area: AreaId,
      versions: Type.String({
        pattern: `^${version}(,${version}){0,29}$`,
        description: 'Versions, comma-separated',
      }),
    }),
    data: Type.Array(VersionId),
  },
  'POST /api/areas/preview': {
    tag,
    summary: 'The version that a preview link shows; refused while impersonating',
    access: signedIn,
    reads: true,
    body: PreviewToken,
    data: object({
      area: AreaId,
      version: VersionId,
      manifest: Type.String({ description: 'URL of the manifest of the version' }),
      integrity: Type.String({ description: 'Subresource integrity of that manifest' }),
      expiresAt: Type.String(),
    }),
  },
  'POST /api/areas/preview/check': {
    tag,
    summary: 'Whether this server accepts a preview link, for the command that creates links',
    access: anyone,
    reads: true,
    body: PreviewToken,
    data: Type.Null(),
  },
} as const satisfies Record<string, CallDefinition>;
