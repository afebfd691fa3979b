// Text comparison. The evaluator and the SQL compiler must agree, so pattern matching is defined here.
import { canonicalQuery, fold, foldQuery } from '@readerlens/contract/text';
import type { TextOp } from './kinds.ts';

/** The entries of a Text value: one per line, canonical, without duplicates and those that would be in any text. */
export const textLines = (value: string): string[] => [
  ...new Set(
    value
      .split(/\r\n|\r|\n/)
      .map(canonicalQuery)
      .filter((line) => fold(line) !== ''),
  ),
];

/** Whether an operator is negative, and how it compares one entry. */
export const analyzeTextOp = (
  op: TextOp,
): { readonly negative: boolean; readonly match: 'Equals' | 'Contains' | 'Like' } => {
  switch (op) {
    case 'Equals':
    case 'Contains':
    case 'Like':
      return { negative: false, match: op };
    case 'NotEqual':
      return { negative: true, match: 'Equals' };
    case 'NotContains':
      return { negative: true, match: 'Contains' };
    case 'NotLike':
      return { negative: true, match: 'Like' };
  }
};

/**
 * An entry as the pattern of `fold_text(column) LIKE pattern ESCAPE '\'`. In Like, `*` and `%` match any text; every
 * other character matches itself, as all characters do in Equals and Contains.
 */
export const sqlLikePattern = (match: 'Equals' | 'Contains' | 'Like', entry: string): string => {
  const escaped = foldQuery(entry).replace(match === 'Like' ? /[\\_]/g : /[\\_%]/g, '\\$&');
  if (match === 'Like') return escaped.replaceAll('*', '%');
  return match === 'Contains' ? `%${escaped}%` : escaped;
};

/** Whether a text matches an entry; `sqlLikePattern` must give the same result. */
export const matchesEntry = (match: 'Equals' | 'Contains' | 'Like', text: string, entry: string): boolean => {
  const subject = fold(text);
  const wanted = foldQuery(entry);
  if (match === 'Equals') return subject === wanted;
  if (match === 'Contains') return subject.includes(wanted);
  return matchesParts(subject, wanted.split(/[*%]+/));
};

// Matches part by part instead of with a regular expression, so that no pattern can cause backtracking.
const matchesParts = (subject: string, parts: readonly string[]): boolean => {
  const [first = '', ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return subject === first;
  if (!subject.startsWith(first) || subject.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of rest) {
    const found = subject.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return subject.length - last.length >= at && subject.endsWith(last);
};
