import { screen } from '@testing-library/react';

/** Elements that tests of the page often look for. */
export const box = (name: string) => screen.getByRole('checkbox', { name });
export const button = (name: string | RegExp) => screen.getByRole('button', { name });
export const message = () => screen.getByRole('status', { name: 'Result of the review' });

/** Waits for the checkbox of an activity, by default the first. */
export const ready = (name = 'Select Reader 1, Guide 1') => screen.findByRole('checkbox', { name });
