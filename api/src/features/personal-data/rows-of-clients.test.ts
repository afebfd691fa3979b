import { listRegistered } from './register.ts';
import { listOwnedTables } from './rows-of-clients.ts';

it('says of each table with texts or messages whose its rows are', () => {
  const tables = ['mention', 'link', 'message'] as const;
  const registered = new Set(tables.flatMap((kind) => listRegistered(kind).map(({ table }) => table)));
  expect(listOwnedTables().toSorted()).toEqual([...registered].toSorted());
});
