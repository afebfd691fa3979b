import { Type } from 'typebox';
import type { Static } from 'typebox';
import { anyone, atLeast } from '../call.ts';
import type { CallDefinition } from '../call.ts';
import { Id, object, orNull } from '../schemas.ts';
import { AreaId, VersionId } from './calls.ts';
import { deployTokenLimits, previewLimits, uploadLimits } from './deploy-limits.ts';

const tag = 'Areas';
const Instant = Type.String({ description: 'ISO instant' });

/** A token that may deploy one area. Its secret is stored as a hash only. */
export const DeployToken = object({
  id: Id,
  area: AreaId,
  name: Type.String(),
  createdAt: Instant,
  createdBy: Type.String({ description: 'Name of the person' }),
  lastUsedAt: orNull(Instant),
  expiresAt: orNull(Instant),
  revokedAt: orNull(Instant),
});
export type DeployToken = Static<typeof DeployToken>;

/** A file of a version, relative to its folder. */
const UploadFile = object({
  path: Type.String({ minLength: 1, maxLength: uploadLimits.pathLength }),
  size: Type.Integer({ minimum: 0 }),
  integrity: Type.String({ pattern: '^sha384-[A-Za-z0-9+/]{64}$' }),
});
export type UploadFile = Static<typeof UploadFile>;

/** What a switch of an area has changed. */
export const SwitchedArea = object({
  version: orNull(VersionId),
  before: orNull(VersionId),
  fallback: orNull(VersionId),
  notes: Type.Array(Type.String({ description: 'What is no error, such as a removed route' })),
});
export type SwitchedArea = Static<typeof SwitchedArea>;

/** Made by commands with the secret of a deploy token as bearer token, not with a session. */
const byToken = { tag, access: anyone } as const;
const ofArea = { ...byToken, params: object({ area: AreaId }) } as const;
const ofVersion = { ...byToken, params: object({ area: AreaId, version: VersionId }) } as const;

export const areaDeployCalls = {
  'GET /api/deploy-tokens': {
    tag,
    summary: 'The deploy tokens of all areas, newest first',
    access: atLeast('SystemAdmin'),
    data: Type.Array(DeployToken),
  },
  'POST /api/deploy-tokens': {
    tag,
    summary: 'Creates a deploy token of an area; its secret is in this answer only',
    access: atLeast('SystemAdmin'),
    body: object({
      area: AreaId,
      name: Type.String({ minLength: 1, maxLength: deployTokenLimits.nameLength, pattern: '\\S' }),
      expiresInDays: Type.Optional(Type.Integer({ minimum: 1, maximum: deployTokenLimits.days })),
    }),
    data: object({ token: DeployToken, secret: Type.String() }),
  },
  'DELETE /api/deploy-tokens/{tokenId}': {
    tag,
    summary: 'Revokes a deploy token; a deploy that uses it fails with its next call',
    access: atLeast('SystemAdmin'),
    params: object({ tokenId: Id }),
    data: DeployToken,
  },
  'POST /api/deploys/{area}/uploads': {
    ...ofArea,
    summary:
      'Begins the upload of a version. Needs a deploy token of the area, as all calls about its versions',
    body: object({
      manifest: Type.String({ minLength: 2, description: 'Its area.json, as JSON text' }),
      files: Type.Array(UploadFile, { minItems: 1, maxItems: uploadLimits.files }),
    }),
    data: object({
      version: VersionId,
      missing: Type.Array(Type.String({ description: 'Path of a file to send' })),
    }),
  },
  'PUT /api/deploys/{area}/uploads/{version}/file': {
    ...ofVersion,
    summary: 'Sends a file of an upload, as application/octet-stream',
    query: object({ path: Type.String({ minLength: 1, maxLength: uploadLimits.pathLength }) }),
    data: Type.Null(),
  },
  'POST /api/deploys/{area}/uploads/{version}/finish': {
    ...ofVersion,
    summary: 'Completes an upload once all of its files are stored; the version is then staged',
    data: Type.Null(),
  },
  'POST /api/deploys/{area}/preview': {
    ...ofArea,
    summary: 'Signs a link to an uploaded version, for people who can sign in',
    body: object({
      version: VersionId,
      minutes: Type.Integer({ minimum: 1, maximum: previewLimits.minutes }),
    }),
    data: object({ token: Type.String({ description: 'Value of `preview` in an address of the product' }) }),
  },
  'POST /api/deploys/{area}/deploy': {
    ...ofArea,
    summary: 'Makes an uploaded version live, if nothing breaks',
    body: object({ version: VersionId }),
    data: SwitchedArea,
  },
  'POST /api/deploys/{area}/rollback': {
    ...ofArea,
    summary: 'Makes the last good version live again, or the given one',
    body: object({ version: Type.Optional(VersionId) }),
    data: SwitchedArea,
  },
  'POST /api/deploys/{area}/withdraw': {
    ...ofArea,
    summary: 'Removes the area from the live product; its files stay',
    data: SwitchedArea,
  },
} as const satisfies Record<string, CallDefinition>;
