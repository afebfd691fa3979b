import { forbidden } from '../platform/errors.ts';
import type { Feature } from '../platform/feature.ts';
import { createRateLimit } from '../platform/rate-limit.ts';
import { route } from '../platform/route.ts';
import { areaHealth } from './area-health.ts';
import { keepSamples } from './area-samples.ts';
import type { IsDeployed } from './area-samples.ts';
import { verifyPreview } from './preview-token.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Decorated by a server that has the areas' store; without one every version is taken for deployed. */
    isDeployed?: IsDeployed;
  }
}

/** A page sends a batch every ten seconds at most, and people have several pages open. */
const batchesPerMinute = 60;
const previewsPerMinute = 60;
const defaultDays = 7;

export const areaRoutes: Feature = (scope, { config, db, secrets, audit }) => {
  const isDeployed: IsDeployed = scope.app.isDeployed ?? (async () => true);
  const limitSamples = createRateLimit(batchesPerMinute, 60_000);
  const limitPreviews = createRateLimit(previewsPerMinute, 60_000);
  // Who may serve what everybody gets may serve what one person looks at.
  const origins = [new URL(config.publicUrl).origin, ...config.areas.origins, ...config.preview.origins];

  route(scope, 'POST /api/areas/samples', {
    handler: async ({ body, session }) => {
      limitSamples(String(session.user.id));
      await keepSamples(db, body.samples, isDeployed);
      return { data: null };
    },
  });

  route(scope, 'GET /api/areas/health', {
    handler: async ({ query }) => ({ data: await areaHealth(db, query.days ?? defaultDays) }),
  });

  route(scope, 'POST /api/areas/preview', {
    handler: async ({ body, session: { user, impersonator } }) => {
      if (impersonator) throw forbidden('There are no previews while you act as another user.');
      limitPreviews(String(user.id));
      const preview = await verifyPreview(secrets.previewKey, body.token, origins);
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
};
