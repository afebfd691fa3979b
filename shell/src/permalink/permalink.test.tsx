import '@testing-library/jest-dom';
import { screen, waitFor } from '@testing-library/react';
import { queryClient } from '../session/query-client.ts';
import { client } from '../testing/people.ts';
import { renderShell, useShell } from '../testing/render-shell.tsx';
import { linkTarget } from './link-target.ts';

useShell();
afterEach(() => queryClient.clear());

const call = 'GET /api/permalinks/abc';
const linkTo = (path: string, search: string) => ({ data: { path, search } });

it('redirects to the target without adding a history entry', async () => {
  const steps = history.length;
  const { api } = renderShell('/l/abc', client);
  api.answers[call] = linkTo('/error', '?statusCode=403&f=Clients:1,2');
  await waitFor(() => expect(location.search).toBe('?statusCode=403&f=Clients:1,2'));
  expect(location.pathname).toBe('/error');
  expect(history.length).toBe(steps);
});

it('shows an error for an unknown link', async () => {
  const { api } = renderShell('/l/abc', client);
  expect(await screen.findByRole('heading', { level: 1, name: '404 Not Found' })).toBeInTheDocument();
  expect(screen.getByText('This short link does not exist.')).toBeInTheDocument();
  expect(api.callsOf(call)).toHaveLength(1);
});

it('requires a session', async () => {
  renderShell('/l/abc');
  await waitFor(() => expect(location.pathname).toBe('/login'));
});

it.each([
  ['/analytics/search', '?f=Clients:1', '/analytics/search?f=Clients:1'],
  ['/', '', '/'],
  ['/\\host.example', '', undefined],
  ['//host.example', '', undefined],
  ['https://host.example/', '', undefined],
])('reads %s%s as %s', (path, search, target) => {
  expect(linkTarget({ path, search })).toBe(target);
});
