import type { Feature } from '../../people/services.ts';
import { withoutLinkTokens } from '../../platform/http/logging.ts';
import { createRateLimit } from '../../platform/http/rate-limit.ts';
import { route } from '../../platform/http/route.ts';

/** The largest report allowed by the contract, in the widest encoding. */
const bodyLimit = 128 * 1024;
const reportsPerMinute = 30;

export const logRoutes: Feature = (scope, { db }) => {
  const limit = createRateLimit(db, { name: 'browser error', limit: reportsPerMinute, periodMs: 60_000 });

  route(scope, 'POST /api/log/error', {
    withSession: true,
    bodyLimit,
    handler: async ({ body, request, session }) => {
      await limit(request.ip);
      const [eventInfo, stackTrace, path, userAgent] = [
        withoutLinkTokens(body.eventInfo),
        body.stackTrace === undefined ? null : withoutLinkTokens(body.stackTrace),
        body.path === undefined ? null : withoutLinkTokens(body.path),
        body.userAgent ?? null,
      ];
      const { id } = await db.kysely
        .insertInto('client_error')
        .values({
          user_id: session?.user.id ?? null,
          event_info: eventInfo,
          stack_trace: stackTrace,
          path,
          user_agent: userAgent,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      // What it says, and the address of the page, can name readers.
      request.log.warn({ clientError: id }, 'error in a browser');
      return { data: null };
    },
  });
};
