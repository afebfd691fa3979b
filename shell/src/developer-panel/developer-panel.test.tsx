import '@testing-library/jest-dom';
import { act, screen, within } from '@testing-library/react';
import { areaStates } from '../host/index.ts';
import { admin } from '../testing/people.ts';
import type { Person } from '../testing/people.ts';
import { renderShell, useShell } from '../testing/render-shell.tsx';
import { panelStore } from './panel-store.ts';

useShell();
afterEach(() => {
  panelStore.setState({ open: false, outlined: false });
  areaStates.setState({}, true);
});

const internal: Person = { ...admin, role: 'Internal' };
const openMenu = async (person: Person) => {
  const shell = renderShell('/admin/area-health', person);
  await shell.user.click(await screen.findByRole('button', { name: 'Admin' }));
  await screen.findByRole('menu');
  return shell;
};
const entry = () => screen.queryByRole('menuitem', { name: 'Developer Panel' });

it('says which version of each area runs and why, and copies that without the filters of the page', async () => {
  const { user } = await openMenu(internal);
  await user.click(entry()!);
  const panel = within(await screen.findByRole('dialog', { name: 'Developer Panel' }));
  const area = within(panel.getByRole('listitem', { name: 'Analytics' }));
  expect(area.getByText('not loaded')).toBeVisible();
  expect(area.getByText('Deployed')).toBeVisible();
  act(() => areaStates.setState({ analytics: { version: '0', phase: 'mounted', replaces: '1' } }));
  expect(area.getByText('The previous version, because 1 failed.')).toBeVisible();
  history.replaceState(null, '', '?f=Clients:1');
  await user.click(panel.getByRole('button', { name: 'Copy report' }));
  expect(await screen.findByText('Report copied')).toBeVisible();
  const report = JSON.parse(await navigator.clipboard.readText()) as unknown;
  expect(report).toMatchObject({
    page: expect.stringMatching(/\/admin\/area-health$/),
    areas: [{ version: '0' }],
  });
});

it('outlines areas and slots until it is turned off', async () => {
  const { user } = await openMenu(internal);
  await user.click(entry()!);
  await user.click(await screen.findByRole('switch', { name: 'Outline areas and slots' }));
  expect(panelStore.getState().outlined).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(panelStore.getState()).toEqual({ open: false, outlined: true });
});

it('is for staff under their own name', async () => {
  const { session } = await openMenu(internal);
  expect(entry()).toBeVisible();
  act(() => session.setState({ originalAdminToken: 'token' }));
  expect(entry()).not.toBeInTheDocument();
});
