import { screen } from '@testing-library/react';

/** What tests of the page look for again and again. */
export const box = (name: string) => screen.getByRole('checkbox', { name });
export const button = (name: string | RegExp) => screen.getByRole('button', { name });
export const message = () => screen.getByRole('status', { name: 'Result of the review' });

/** The box of an activity, as soon as it is there: the first unless told. */
export const ready = (name = 'Select Reader 1, Guide 1') => screen.findByRole('checkbox', { name });
