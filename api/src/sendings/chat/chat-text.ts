import { canonicalLine } from '@readerlens/contract/text';
import type { ChatContent } from './chat-content.ts';

/** The longest parts of a message, in UTF-16 units after they are escaped. */
export const chatLengths = { title: 150, line: 300, item: 250 } as const;

/** Line breaks, control characters, and marks that change the direction of what follows them. */
const unfit = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;

/** A text in one line that is escaped and has at most `max` UTF-16 units then. No character is cut in two. */
const writeLine = (text: string, max: number, escape: (character: string) => string): string => {
  let written = '';
  for (const character of canonicalLine(text.replace(/\p{Cs}/gu, '\uFFFD').replace(unfit, ' '))) {
    const next = escape(character);
    if (written.length + next.length >= max) return `${written}…`;
    written += next;
  }
  return written;
};

/** As `writeLine`, without texts of which nothing is left: Slack refuses empty ones. */
export const writeLines = (
  texts: readonly string[],
  max: number,
  escape: (character: string) => string,
): string[] => texts.map((text) => writeLine(text, max, escape)).filter((line) => line !== '');

/** The title of a message: Slack refuses an empty one. */
export const writeTitle = (text: string, escape: (character: string) => string): string =>
  writeLine(text, chatLengths.title, escape) || 'Readerlens';

/** Tells how many matches a message leaves out; undefined if it has all. */
export const writeMore = ({ more }: Pick<ChatContent, 'more'>): string | undefined =>
  more > 0 ? `And ${more.toLocaleString('en-US')} more. All are in Readerlens.` : undefined;
