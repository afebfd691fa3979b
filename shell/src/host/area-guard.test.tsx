import '@testing-library/jest-dom';
import { act, screen, within } from '@testing-library/react';
import type { Registry } from '@readerlens/contract/registry';
import { client } from '../testing/people.ts';
import { testRegistry } from '../testing/registry.ts';
import { renderShell, useShell } from '../testing/render-shell.tsx';
import { registryStore } from './index.ts';

useShell();

const registry: Registry = {
  areas: testRegistry.areas.map((area) => ({
    ...area,
    routes: [
      { path: '/notes/:noteId', title: 'A note', access: {} },
      { path: '/notes/new', exact: true, title: 'New note', access: { role: 'Admin' } },
    ],
  })),
};

const open = (path: string) => {
  renderShell(path, client);
  act(() => registryStore.setState({ status: 'ready', registry, stale: false, invalid: [] }, true));
};

it.each(['/notes/new', '/notes/new/', '/notes/n%65w'])(
  'guards the screen that the area shows at %s, even though an open route matches too',
  async (path) => {
    open(path);
    expect(await screen.findByRole('alert')).toHaveTextContent('Insufficient privileges');
    expect(localStorage.getItem('jwt_token')).toBeNull();
  },
);

it('lets every user open the unrestricted screen', async () => {
  open('/notes/7');
  expect(await within(await screen.findByRole('banner')).findByText('A note')).toBeInTheDocument();
});
