import './testing/features-off.ts';
import '@testing-library/jest-dom';
import { screen } from '@testing-library/react';
import { client } from '../testing/people.ts';
import { useShell } from '../testing/render-shell.tsx';
import { pass, renderStill, useStillClock } from './testing/still-clock.ts';

useShell();
useStillClock();

it('leaves support chat and tour out where they are turned off', async () => {
  renderStill('/', client);
  await screen.findByRole('button', { name: 'Log out' });
  await pass(10_000);
  expect(screen.queryByRole('button', { name: 'Support' })).not.toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Product tour' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Take the tour' })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: /^Help/ })).toHaveAttribute('href', 'https://example.com/help');
});
