import '@testing-library/jest-dom';
import { act, screen } from '@testing-library/react';
import { registryStore } from '../host/index.ts';
import { client } from '../testing/people.ts';
import { entry, testRegistry } from '../testing/registry.ts';
import { renderShell, useShell } from '../testing/render-shell.tsx';

useShell();

const openMenu = async (icon: string | undefined) => {
  renderShell('/no/such/page', client);
  const navigation = [entry('Analytics', 'Notes', '/notes', icon === undefined ? {} : { icon })];
  const areas = testRegistry.areas.map((area) => ({ ...area, navigation }));
  act(() =>
    registryStore.setState({ status: 'ready', registry: { areas }, stale: false, invalid: [] }, true),
  );
  return screen.findByRole('link', { name: 'Notes' });
};

it.each([
  ['building-2', 'lucide-building-2'],
  ['ChartColumn', 'lucide-chart-column'],
  ['notebook', 'lucide-dot'],
  [undefined, 'lucide-dot'],
])('a menu entry with the icon %s is drawn as %s', async (icon, drawn) => {
  const link = await openMenu(icon);
  expect(link.querySelector('svg')).toHaveClass(drawn);
});

it('a menu entry with path data is drawn from it, like the other icons', async () => {
  const link = await openMenu('M4 4h16v16H4z');
  expect(link.querySelector('path')).toHaveAttribute('d', 'M4 4h16v16H4z');
  const drawing = link.querySelector('svg');
  expect(drawing).toHaveAttribute('viewBox', '0 0 24 24');
  expect(drawing).toHaveAttribute('stroke', 'currentColor');
});
