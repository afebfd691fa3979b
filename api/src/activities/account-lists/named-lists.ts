import { isUuid } from '@readerlens/contract/guards';
import { shownTexts } from '../../people/blinding/written-texts.ts';
import type { Named } from '../../people/named.ts';
import type { Viewer } from '../../people/session.ts';
import type { Database } from '../../platform/db/index.ts';
import { seesList } from './filtered-lists.ts';

/** What a list is called; its number in Blinded Mode. */
export const listName = (
  list: { readonly id: string; readonly name: string },
  viewer: Pick<Viewer, 'blinded'>,
): string => shownTexts('Account list', list.id, { name: list.name, description: '' }, viewer).name;

/** The names of those lists that the viewer sees. */
export const nameAccountLists = async (
  { kysely }: Database,
  ids: readonly string[],
  viewer: Viewer,
): Promise<Named[]> => {
  const known = ids.filter(isUuid);
  if (known.length === 0 || !viewer.scope.searchFields.has('AccountLists')) return [];
  const rows = await kysely
    .selectFrom('account_list')
    .select(['id', 'name', 'client_id as clientId', 'owner_id as ownerId', 'is_shared as isShared'])
    .where('id', 'in', known)
    .execute();
  return rows
    .filter((list) => seesList(list, viewer.scope))
    .map((list) => ({ id: list.id, name: listName(list, viewer) }));
};
