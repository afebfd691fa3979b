import { clearSession } from '@readerlens/auth';
import { signInAs, startFakeServer, testUser } from '@readerlens/auth/testing';
import { QueryClient } from '@tanstack/react-query';
import { commands } from './area.ts';

const call = 'GET /api/users';
const items = [
  { id: 'u 1', firstName: 'Ada', lastName: 'Byron', email: 'ada@readers.example' },
  { id: 'u2', firstName: '', lastName: '', email: 'adam@readers.example' },
];
let server: Awaited<ReturnType<typeof startFakeServer>>;

beforeEach(async () => {
  server = await startFakeServer((seen) =>
    seen.call === call ? { data: { items, total: 2, totalPages: 1 } } : undefined,
  );
});
afterEach(async () => {
  clearSession();
  await server.stop();
});

const find = async (text: string) => {
  const [source] = (await commands?.()) ?? [];
  const options = { signal: new AbortController().signal, queryClient: new QueryClient() };
  const found = (await source?.find(text, options)) ?? [];
  return found.map(({ label, detail, to }) => [label, detail, to]);
};

it('finds users by a part of their name or email', async () => {
  signInAs(testUser({ role: 'Internal' }));
  expect(await find(' ada ')).toEqual([
    ['Ada Byron', 'ada@readers.example', '/admin/user/u%201'],
    ['adam@readers.example', undefined, '/admin/user/u2'],
  ]);
  expect(server.callsOf(call).map(({ query }) => query.toString())).toEqual(['query=ada&pageSize=8']);
});

it.each([
  ['nothing is typed', ' ', 'SystemAdmin'],
  ['the text is longer than the server takes', 'a'.repeat(101), 'SystemAdmin'],
  ['the user is no staff', 'ada', 'Premium'],
] as const)('finds nothing if %s', async (_, text, role) => {
  signInAs(testUser({ role }));
  expect(await find(text)).toEqual([]);
  expect(server.calls).toHaveLength(0);
});
