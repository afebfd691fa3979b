import type { Services } from '../../../people/services.ts';
import type { Session } from '../../../people/session.ts';
import type { NamedRow } from '../../../platform/db/index.ts';
import { noSuchThing } from '../../../platform/http/errors.ts';

/** Which clients agreed to get new versions of areas early. */
export const createEarlyAccess = ({ db, audit }: Pick<Services, 'db' | 'audit'>) => ({
  list: (): Promise<NamedRow[]> =>
    db.kysely
      .selectFrom('client')
      .select(['id', 'name'])
      .where('early_access', '=', true)
      .orderBy('name')
      .execute(),

  /** Throws 404 for an unknown client. What is already so stays, without an event. */
  async set(session: Session, clientId: number, earlyAccess: boolean): Promise<void> {
    await db.transaction(async (trx) => {
      const client = await trx
        .selectFrom('client')
        .select('early_access')
        .where('id', '=', clientId)
        .forUpdate()
        .executeTakeFirst();
      if (!client) throw noSuchThing('client');
      if (client.early_access === earlyAccess) return;
      await trx.updateTable('client').set({ early_access: earlyAccess }).where('id', '=', clientId).execute();
      const detail = { clientId, earlyAccess };
      await audit.record({ action: 'client.early-access', actorId: session.user.id, detail }, trx);
    });
  },
});
