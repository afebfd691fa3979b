import type { AccountListUses } from '@readerlens/contract';
import { accountListsField } from '@readerlens/filters/model';
import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import { shownContact, shownTexts } from '../../people/blinding/written-texts.ts';
import { formatFullName } from '../../people/person-name.ts';
import type { Session } from '../../people/session.ts';
import type { Database } from '../../platform/db/index.ts';

/** What uses a list as a filter: the caller's things by name, and the number of those of others, whose names are theirs. */
export const findListUses = async (
  { kysely }: Database,
  id: string,
  session: Session,
): Promise<AccountListUses> => {
  const named = JSON.stringify([{ field: accountListsField, value: [{ id }] }]);
  const usesList = sql<SqlBool>`filters @> ${named}::jsonb`;
  const userId = session.user.id;
  const [searches, alerts, reports, mails] = await Promise.all([
    kysely
      .selectFrom('saved_search')
      .select(['id', 'name', 'user_id as ownerId'])
      .where(usesList)
      .orderBy('name')
      .orderBy('id')
      .execute(),
    kysely
      .selectFrom('alert')
      .select(['id', 'name', 'owner_id as ownerId'])
      .where(usesList)
      .orderBy('name')
      .orderBy('id')
      .execute(),
    kysely
      .selectFrom('activity_report_config')
      .select(['id', 'first_name', 'last_name', 'email', 'owner_id as ownerId'])
      .where(usesList)
      .orderBy('id')
      .execute(),
    kysely.selectFrom('page_mail').select('owner_id as ownerId').where(usesList).execute(),
  ]);
  const isOwn = ({ ownerId }: { readonly ownerId: number }) => ownerId === userId;
  const nameIt = (thing: 'Alert' | 'Saved search') => (row: { readonly id: string; readonly name: string }) =>
    shownTexts(thing, row.id, { name: row.name, description: '' }, session).name;
  const all = [...searches, ...alerts, ...reports, ...mails];
  return {
    savedSearches: searches.filter(isOwn).map(nameIt('Saved search')),
    alerts: alerts.filter(isOwn).map(nameIt('Alert')),
    reports: reports.filter(isOwn).map((row) => {
      const contact = shownContact(row.id, row, session);
      return formatFullName(contact) || contact.email;
    }),
    pageMails: mails.filter(isOwn).length,
    ofOthers: all.filter((row) => !isOwn(row)).length,
  };
};
