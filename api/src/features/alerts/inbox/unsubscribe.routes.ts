import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import type { FastifyInstance } from 'fastify';
import type { CallData, Calls } from '@readerlens/contract';
import type { Feature, Services } from '../../../people/services.ts';
import { namePlugin } from '../../../platform/http/name-plugin.ts';
import { route } from '../../../platform/http/route.ts';
import { invalidLink } from '../../../platform/links/signed-token.ts';
import { createUnsubscribeLinks } from '../run/run-mail.ts';
import type { Subscription } from '../run/run-mail.ts';

type Shown = CallData<Calls['GET /api/notification-unsubscribe/{token}']>;

const findSubscription = async (
  { db }: Pick<Services, 'db'>,
  { alertId, userId }: Subscription,
): Promise<Shown> => {
  const row = await db.kysely
    .selectFrom('alert')
    .innerJoin('app_user', (join) => join.on('app_user.id', '=', userId))
    .leftJoin('alert_recipient as r', (join) =>
      join.onRef('r.alert_id', '=', 'alert.id').onRef('r.user_id', '=', 'app_user.id'),
    )
    .select(['alert.name', 'app_user.email', 'r.is_email_subscribed as isSubscribed'])
    .where('alert.id', '=', alertId)
    .executeTakeFirst();
  if (!row) throw invalidLink();
  return { ...row, isSubscribed: row.isSubscribed ?? false };
};

/** Recipients stay on the Notification Dashboard. */
const unsubscribe = async (
  { db, audit }: Pick<Services, 'db' | 'audit'>,
  { alertId, userId }: Subscription,
): Promise<void> => {
  await db.transaction(async (trx) => {
    // A wizard that was opened before must not subscribe the person again: it saves with the version that it read.
    const alert = await trx
      .updateTable('alert')
      .set({ version: sql`version + 1` })
      .where('id', '=', alertId)
      .where(
        sql<SqlBool>`EXISTS (SELECT FROM alert_recipient
          WHERE alert_id = alert.id AND user_id = ${userId} AND is_email_subscribed)`,
      )
      .returning('id')
      .executeTakeFirst();
    if (!alert) return;
    await trx
      .updateTable('alert_recipient')
      .set({ is_email_subscribed: false })
      .where('alert_id', '=', alertId)
      .where('user_id', '=', userId)
      .execute();
    await audit.record(
      { action: 'alert.unsubscribe', actorId: userId, accountId: userId, detail: { ...alert } },
      trx,
    );
  });
};

/** Mail programs send a form, whose content says nothing more than the address (RFC 8058). */
const acceptAnyForm = (app: FastifyInstance): void => {
  app.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string', bodyLimit: 10_000 },
    (_request, _body, done) => done(null, undefined),
  );
};

/** Opens the page for people who follow the address of the mail's header in a browser. */
const redirectBrowsers = (app: FastifyInstance, { publicUrl }: Services['config']): void => {
  app.addHook('preHandler', async (request, reply) => {
    const { method, headers } = request;
    const { token } = request.params as { readonly token: string };
    if (method === 'GET' && headers.accept?.includes('text/html'))
      return reply.redirect(`${publicUrl}/unsubscribe/${encodeURIComponent(token)}`);
  });
};

export const unsubscribeRoutes: Feature = (scope, services) => {
  const links = createUnsubscribeLinks(services.secrets);
  void scope.app.register(
    namePlugin('unsubscribing', async (app) => {
      acceptAnyForm(app);
      redirectBrowsers(app, services.config);
      const own = { ...scope, app };
      // Changes nothing: mail programs and scanners open links on their own.
      route(own, 'GET /api/notification-unsubscribe/{token}', {
        handler: async ({ params }) => ({
          data: await findSubscription(services, links.verify(params.token)),
        }),
      });
      route(own, 'POST /api/notification-unsubscribe/{token}', {
        handler: async ({ params }) => {
          await unsubscribe(services, links.verify(params.token));
          return { data: null, message: 'You will get no more emails of this alert.' };
        },
      });
    }),
  );
};
