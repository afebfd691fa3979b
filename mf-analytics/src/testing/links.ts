import { screen } from '@testing-library/react';

/** The address of a link as a person reads it. */
export const readHref = (link: HTMLElement): string =>
  decodeURIComponent(link.getAttribute('href') ?? '').replaceAll('+', ' ');

/** The same for a link by its accessible name, once it is there. */
export const href = async (name: string): Promise<string> =>
  readHref(await screen.findByRole('link', { name }));
