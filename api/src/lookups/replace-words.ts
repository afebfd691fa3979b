/** A word, or several, and what stands in for it. */
export type Replacement = readonly [word: string, standIn: string];

/** Shorter words stand in too many others. */
const minLength = 2;

const wholeWord = (text: string): RegExp => {
  const literal = text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`).replace(/\s+/g, String.raw`\s+`);
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${literal}(?![\p{L}\p{N}])`, 'giu');
};

/** What writes stand-ins in place of whole words, whatever their case; the first replacements first. */
export const replaceWords = (replacements: readonly Replacement[]): ((text: string) => string) => {
  const pairs = replacements
    .filter(([word, standIn]) => word.length >= minLength && word !== standIn)
    .map(([word, standIn]) => [wholeWord(word), standIn] as const);
  return (text) => pairs.reduce((masked, [word, standIn]) => masked.replace(word, () => standIn), text);
};
