import type { TextOp } from './kinds.ts';

const shownCharacters = 60;

/** Shortens what someone typed, which may be as long as a page. */
export const shortenText = (text: string): string =>
  text.length > shownCharacters ? `${text.slice(0, shownCharacters - 1).trimEnd()}…` : text;

export const textOpWords: Readonly<Record<TextOp, string>> = {
  Equals: 'is',
  Contains: 'contains',
  Like: 'is like',
  NotEqual: 'is not',
  NotContains: 'does not contain',
  NotLike: 'is not like',
};
