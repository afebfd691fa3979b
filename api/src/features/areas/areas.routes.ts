import { previewRefusedMessage } from '@readerlens/contract/areas/messages';
import { conflict } from '../../platform/http/errors.ts';
import { readAreaClaims } from '../../people/area-claims.ts';
import { findActorId } from '../../people/session.ts';
import type { Feature } from '../../people/services.ts';
import { createRateLimit } from '../../platform/http/rate-limit.ts';
import { route } from '../../platform/http/route.ts';
import { areaHealth } from './area-health.ts';
import { createCanaryJudge } from './canaries/judge-canaries.ts';
import { hashPerson, storeSamples } from './area-samples.ts';
import type { IsDeployed } from './area-samples.ts';
import { provenVersions } from './proven-versions.ts';
import { verifyPreview } from './preview-token.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Decorated by a server with an areas store; without one every version is treated as deployed. */
    isDeployed?: IsDeployed;
  }
}

/**
 * Per user. Samples are limited, not requests: each page that is left sends its last few, so somebody who opens a page
 * a second sends as many requests as a script that fills the table.
 */
const samplesPerMinute = 6000;
const previewsPerMinute = 60;
/** Per address, for the calls of commands, which have no session. */
const commandCallsPerMinute = 60;
const defaultDays = 7;

export const areaRoutes: Feature = (scope, services) => {
  const { config, db, secrets, audit } = services;
  const isDeployed: IsDeployed = scope.app.isDeployed ?? (async () => true);
  const limitSamples = createRateLimit(db, {
    name: 'area samples',
    limit: samplesPerMinute,
    periodMs: 60_000,
  });
  const limitPreviews = createRateLimit(db, {
    name: 'area preview',
    limit: previewsPerMinute,
    periodMs: 60_000,
  });
  const limitCommands = createRateLimit(db, {
    name: 'area commands',
    limit: commandCallsPerMinute,
    periodMs: 60_000,
  });
  const judgeCanaries = createCanaryJudge(services);
  // It is stored for weeks, so it does not follow JWT_SECRET: a person would count as two.
  const [{ key: personKey }] = secrets.deriveDataKeys('area samples');
  // Origins that may serve deployed areas may also serve previews.
  const origins = [new URL(config.publicUrl).origin, ...config.areas.origins, ...config.preview.origins];

  route(scope, 'POST /api/areas/samples', {
    handler: async ({ body, session }) => {
      await limitSamples(String(session.user.id), body.samples.length);
      const stored = await storeSamples(
        db,
        body.samples,
        hashPerson(personKey, findActorId(session)),
        isDeployed,
      );
      await judgeCanaries(stored);
      return { data: null };
    },
  });

  route(scope, 'GET /api/areas/health', {
    handler: async ({ query }) => ({ data: await areaHealth(db, query.days ?? defaultDays) }),
  });

  route(scope, 'GET /api/areas/claims', {
    handler: async () => ({ data: await readAreaClaims(services) }),
  });

  route(scope, 'GET /api/areas/proven', {
    handler: async ({ query, request }) => {
      await limitCommands(request.ip);
      return { data: await provenVersions(db, query.area, query.versions.split(',')) };
    },
  });

  route(scope, 'POST /api/areas/preview', {
    handler: async ({ body, session: { user, impersonator } }) => {
      if (impersonator) throw conflict(previewRefusedMessage);
      await limitPreviews(String(user.id));
      const preview = await verifyPreview(secrets.previewKeys, body.token, origins);
      const { area, version, base, integrity } = preview;
      await audit.record({
        action: 'area.preview',
        actorId: user.id,
        detail: { actor: user.email, area, version, base },
      });
      const expiresAt = preview.expiresAt.toISOString();
      return { data: { area, version, manifest: `${base}area.json`, integrity, expiresAt } };
    },
  });

  route(scope, 'POST /api/areas/preview/check', {
    handler: async ({ body, request }) => {
      await limitCommands(request.ip);
      await verifyPreview(secrets.previewKeys, body.token, origins);
      return { data: null };
    },
  });
};
