import '@testing-library/jest-dom';
import { act, screen } from '@testing-library/react';
import { registryStore } from '../host/index.ts';
import { client } from '../testing/people.ts';
import { entry, testRegistry } from '../testing/registry.ts';
import { renderShell, useShell } from '../testing/render-shell.tsx';

useShell();

it.each([
  ['building-2', 'lucide-building-2'],
  ['ChartColumn', 'lucide-chart-column'],
  ['notebook', 'lucide-dot'],
  [undefined, 'lucide-dot'],
])('a menu entry with the icon %s is drawn as %s', async (icon, drawn) => {
  renderShell('/no/such/page', client);
  const navigation = [entry('Analytics', 'Notes', '/notes', icon === undefined ? {} : { icon })];
  const areas = testRegistry.areas.map((area) => ({ ...area, navigation }));
  act(() =>
    registryStore.setState({ status: 'ready', registry: { areas }, stale: false, invalid: [] }, true),
  );
  const link = await screen.findByRole('link', { name: 'Notes' });
  expect(link.querySelector('svg')).toHaveClass(drawn);
});
