import { spelledInAnyWay } from '@readerlens/contract/text';

/** One or more words and their replacement. */
export type Replacement = readonly [word: string, pseudonym: string];

/** Shorter words occur inside too many others. */
const minLength = 2;

const wholeWord = (text: string): RegExp => {
  const literal = spelledInAnyWay(text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${literal}(?![\p{L}\p{N}])`, 'giu');
};

/** Returns a function that replaces whole words, ignoring case and spelling; earlier replacements take precedence. */
export const replaceWords = (replacements: readonly Replacement[]): ((text: string) => string) => {
  const pairs = replacements
    .filter(([word, pseudonym]) => word.length >= minLength && word !== pseudonym)
    .map(([word, pseudonym]) => [wholeWord(word), pseudonym] as const);
  return (text) =>
    pairs.reduce((masked, [word, pseudonym]) => masked.replace(word, () => pseudonym), text.normalize('NFC'));
};
