import { recentClientIds, rememberClients } from './recent-clients.ts';

beforeEach(() => localStorage.clear());

it('remembers the last six clients of each user, the latest first', () => {
  for (const id of ['1', '2', '3', '4', '5', '6', '7', '2']) rememberClients('u1', [id]);
  rememberClients('u2', ['9', '8']);
  expect(recentClientIds('u1')).toEqual(['2', '7', '6', '5', '4', '3']);
  expect(recentClientIds('u2')).toEqual(['9', '8']);
});

it('ignores searches of many clients', () => {
  rememberClients('u1', ['1', '2', '3', '4']);
  expect(recentClientIds('u1')).toEqual([]);
});

it('has no recent clients where the storage is unreadable', () => {
  localStorage.setItem('readerlens.recent-clients.u1', '{"not":"a list"}');
  expect(recentClientIds('u1')).toEqual([]);
  localStorage.setItem('readerlens.recent-clients.u1', 'broken');
  expect(recentClientIds('u1')).toEqual([]);
});
