import '@testing-library/jest-dom';
import { screen, waitFor } from '@testing-library/react';
import { queryClient } from '../session/query-client.ts';
import { client } from '../testing/people.ts';
import { renderShell, useShell } from '../testing/render-shell.tsx';
import { placeOf } from './place-of.ts';

useShell();
afterEach(() => queryClient.clear());

const call = 'GET /api/permalinks/abc';
const answerWith = (path: string, search: string) => ({ data: { path, search } });

it('leads to where the link was made, and leaves no step in the history', async () => {
  const steps = history.length;
  const { api } = renderShell('/l/abc', client);
  api.answers[call] = answerWith('/error', '?statusCode=403&f=Clients:1,2');
  await waitFor(() => expect(location.search).toBe('?statusCode=403&f=Clients:1,2'));
  expect(location.pathname).toBe('/error');
  expect(history.length).toBe(steps);
});

it('says that a link is not known', async () => {
  const { api } = renderShell('/l/abc', client);
  expect(await screen.findByRole('heading', { level: 1, name: '404 Not Found' })).toBeInTheDocument();
  expect(screen.getByText('This short link is not known.')).toBeInTheDocument();
  expect(api.callsOf(call)).toHaveLength(1);
});

it('asks for a session first', async () => {
  renderShell('/l/abc');
  await waitFor(() => expect(location.pathname).toBe('/login'));
});

it.each([
  ['/analytics/search', '?f=Clients:1', '/analytics/search?f=Clients:1'],
  ['/', '', '/'],
  ['/\\host.example', '', undefined],
  ['//host.example', '', undefined],
  ['https://host.example/', '', undefined],
])('takes %s%s as %s', (path, search, place) => {
  expect(placeOf({ path, search })).toBe(place);
});
