import type { Answer, SeenCall } from '@readerlens/auth/testing';
import type { CallData, Calls } from '@readerlens/contract/client';

export type SavedSearch = CallData<Calls['GET /api/saved-searches/{userId}/{id}']>;

/** The saved search with this number, of the account with the id 7. */
export const savedSearch = (number: number, change: Partial<SavedSearch> = {}): SavedSearch => ({
  id: `s${number}`,
  userId: '7',
  name: `Search ${number}`,
  description: '',
  isDefault: false,
  filters: [
    {
      $type: 'Terms',
      field: 'Clients',
      op: 'Contains',
      value: [{ id: '1', name: 'Aurelis' }],
      allowNA: false,
    },
    { $type: 'RelativeDateRange', field: 'RelativeDateRange', value: '-1y' },
  ],
  indices: [],
  createdOn: '2026-01-05T09:00:00.000Z',
  createdBy: 'Person 7',
  updatedOn: '2026-02-03T09:00:00.000Z',
  updatedBy: 'Person 7',
  ...change,
});

const sortKey = { name: 'name', createdOn: 'createdOn', updatedOn: 'updatedOn' } as const;

const answerList = (searches: readonly SavedSearch[], userId: string, query: URLSearchParams): Answer => {
  const key = sortKey[(query.get('sortBy') ?? 'name') as keyof typeof sortKey];
  const sign = query.get('sortDir') === 'desc' ? -1 : 1;
  const own = searches.filter((search) => search.userId === userId);
  const sorted = own.toSorted((a, b) => sign * a[key].localeCompare(b[key]));
  const [page, pageSize] = [Number(query.get('page') ?? 1), Number(query.get('pageSize') ?? 100)];
  const list = {
    items: sorted.slice((page - 1) * pageSize, page * pageSize),
    total: own.length,
    page,
    pageSize,
  };
  return { data: list, top: list };
};

const takenMessage = 'A saved search with this name already exists';

const save = (searches: SavedSearch[], input: Partial<SavedSearch>, id?: string): Answer => {
  if (searches.some((one) => one.name === input.name && one.id !== id))
    return {
      status: 409,
      code: 'conflict',
      message: takenMessage,
      details: [{ path: 'name', message: takenMessage }],
    };
  const index = searches.findIndex((one) => one.id === id);
  const saved = { ...(searches[index] ?? savedSearch(searches.length + 1)), ...input };
  if (index >= 0) searches[index] = saved;
  else searches.push(saved);
  return { data: saved, message: 'Search Saved' };
};

const setDefault = (searches: SavedSearch[], id: string, isDefault: boolean): Answer => {
  for (const [index, search] of searches.entries())
    searches[index] = { ...search, isDefault: isDefault && search.id === id };
  const message = isDefault
    ? 'This search has been set as the default search.'
    : 'The default search has been removed.';
  return { data: null, message };
};

const missing: Answer = { status: 404, code: 'not_found', message: 'There is no such saved search.' };

/** The calls of saved searches. */
export const searchesAnswer = (searches: SavedSearch[], seen: SeenCall): Answer | undefined => {
  const [method = '', path = ''] = seen.call.split(' ');
  const [first, second, third] = path.replace('/api/saved-searches', '').split('/').slice(1);
  if (!path.startsWith('/api/saved-searches')) return undefined;
  if (method === 'POST' && first === 'set-default') return setDefault(searches, third!, true);
  if (method === 'POST' && first === 'remove-default') return setDefault(searches, third!, false);
  if (method === 'POST') return save(searches, seen.body as Partial<SavedSearch>);
  if (method === 'PATCH') return save(searches, seen.body as Partial<SavedSearch>, first);
  if (second === undefined) return answerList(searches, first!, seen.query);
  const index = searches.findIndex(({ id }) => id === second);
  if (index < 0) return missing;
  if (method === 'GET') return { data: searches[index] };
  searches.splice(index, 1);
  return { data: null, message: 'The search has been deleted.' };
};
