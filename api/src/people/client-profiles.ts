import { sql } from 'kysely';
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely';
import type { Schema } from '../platform/db/index.ts';

export type ClientProfileRow = Selectable<Schema['client_profile']>;
export type ClientProfileChange = Partial<
  Omit<Insertable<Schema['client_profile']>, 'client_id' | 'version' | 'updated_at' | 'updated_by'>
>;

export const findClientProfile = (
  kysely: Kysely<Schema>,
  clientId: number,
): Promise<ClientProfileRow | undefined> =>
  kysely.selectFrom('client_profile').selectAll().where('client_id', '=', clientId).executeTakeFirst();

/** The parts of an address in one line. */
export const formatAddress = (parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join(', ');

/**
 * Changes what is known of a client. Returns false, and changes nothing, if it is no longer of the version; 0 if nothing
 * was known.
 */
export const changeClientProfile = async (
  trx: Transaction<Schema>,
  clientId: number,
  change: ClientProfileChange,
  { version, userId, now }: { readonly version: number; readonly userId: number; readonly now: Date },
): Promise<boolean> => {
  const values = { ...change, updated_at: now, updated_by: userId };
  const stored =
    version === 0
      ? await trx
          .insertInto('client_profile')
          .values({ ...values, client_id: clientId })
          .onConflict((conflict) => conflict.doNothing())
          .returning('client_id')
          .executeTakeFirst()
      : await trx
          .updateTable('client_profile')
          .set({ ...values, version: sql<number>`version + 1` })
          .where('client_id', '=', clientId)
          .where('version', '=', version)
          .returning('client_id')
          .executeTakeFirst();
  return stored !== undefined;
};
