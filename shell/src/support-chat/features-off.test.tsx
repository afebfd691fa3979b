import './testing/features-off.ts';
import '@testing-library/jest-dom';
import { screen } from '@testing-library/react';
import { client } from '../testing/people.ts';
import { useShell } from '../testing/render-shell.tsx';
import { advance, renderWithFakeClock, useFakeClock } from './testing/fake-clock.ts';

useShell();
useFakeClock();

it('leaves out support chat and tour when they are turned off', async () => {
  renderWithFakeClock('/', client);
  await screen.findByRole('button', { name: 'Log out' });
  await advance(10_000);
  expect(screen.queryByRole('button', { name: 'Support' })).not.toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Product tour' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Take the tour' })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: /^Help/ })).toHaveAttribute('href', 'https://example.com/help');
});
