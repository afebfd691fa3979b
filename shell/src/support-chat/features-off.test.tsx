import '@testing-library/jest-dom';
import { advance, useFakeClock } from '@readerlens/ui/testing';
import { screen } from '@testing-library/react';
import { config } from '../config.ts';
import { client } from '../testing/people.ts';
import { renderShell, useShell } from '../testing/render-shell.tsx';

useShell();
useFakeClock();

it('leaves out support chat and tour when they are turned off', async () => {
  const features = { ...config.features, supportChat: false, productTour: false };
  jest.replaceProperty(config, 'features', features);
  renderShell('/', client);
  await screen.findByRole('button', { name: 'Log out' });
  await advance(10_000);
  expect(screen.queryByRole('button', { name: 'Support' })).not.toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Product tour' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Take the tour' })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: /^Help/ })).toHaveAttribute('href', 'https://example.com/help');
});
