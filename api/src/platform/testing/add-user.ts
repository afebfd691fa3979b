import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { hashPassword } from '../../people/passwords.ts';
import type { Database, Schema } from '../db/index.ts';
import type { UserRow } from '../../people/tables.ts';

export type NewUser = Partial<Insertable<Schema['app_user']>> & { password?: string };

/** Adds a user with a unique e-mail address. */
export const addUser = async (
  { kysely }: Database,
  { password, ...columns }: NewUser = {},
): Promise<UserRow> =>
  kysely
    .insertInto('app_user')
    .values({
      email: `${randomUUID()}@users.example`,
      first_name: 'Uma',
      last_name: 'User',
      ...(password === undefined ? {} : { password_hash: await hashPassword(password) }),
      ...(password !== undefined || columns.password_hash ? { registered_at: new Date() } : {}),
      ...columns,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
