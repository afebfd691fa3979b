import type { Database } from '../../../platform/db/index.ts';
import { addUser } from '../../../platform/testing/index.ts';
import { daysAfter } from '../../../platform/time.ts';

/** A form with one content item, without a call. */
export const storeForm = async (db: Database, now: Date) => {
  const owner = await addUser(db, { role: 'Client', password_hash: 'x', registered_at: now });
  const client = await db.kysely
    .insertInto('client')
    .values({ name: 'Norvane' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const form = await db.kysely
    .insertInto('onboarding_form')
    .values({
      client_id: client.id,
      user_id: owner.id,
      name: 'Ada Owner',
      email: owner.email,
      sent_from_name: 'Readerlens Weekly',
      sender_email: 'renee@readerlens.example',
      sent_at: now,
      expires_at: daysAfter(now, 90),
      created_at: now,
      created_by: owner.id,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const content = await db.kysely
    .insertInto('onboarding_content')
    .values({
      form_id: form.id,
      client_id: client.id,
      title: 'White paper',
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { owner, formId: form.id, contentId: content.id };
};

export const readAll = async (body: AsyncIterable<Buffer>): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces);
};
