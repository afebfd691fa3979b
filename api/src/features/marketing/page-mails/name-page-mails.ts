import { marketingPages } from '@readerlens/contract';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../platform/db/index.ts';
import { isUuid } from '@readerlens/contract/guards';

/** Page and recipient of mails of pages by id, for the list of runs: 'Webinars, jane@acme.example'. */
export const namePageMails = async (
  kysely: Kysely<Schema>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const mails = await kysely
    .selectFrom('page_mail as mail')
    .innerJoin('app_user', 'app_user.id', 'mail.owner_id')
    .select(['mail.id', 'mail.page', 'app_user.email'])
    .where('mail.id', '=', sql<string>`ANY(${ids.filter(isUuid)}::uuid[])`)
    .execute();
  return new Map(mails.map(({ id, page, email }) => [id, `${marketingPages[page].title}, ${email}`]));
};
