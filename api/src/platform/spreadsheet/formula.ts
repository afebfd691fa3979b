const formula = String.raw`\s*[=+\-@|＝＋－＠\t\r\n]`;
const startsFormula = new RegExp(`^${formula}`);
const startsMarked = new RegExp(`^'+${formula}`);

/**
 * Whether a spreadsheet evaluates text from a CSV, or a text cell once it is edited. Some locales treat full-width
 * operators like the ASCII ones, and `|` starts a command in old versions of Excel.
 */
export const looksLikeFormula = (text: string): boolean => startsFormula.test(text);

/** Text for a CSV cell; a leading apostrophe prevents its evaluation. Text that looks marked already gets another one. */
export const plainText = (text: string): string =>
  looksLikeFormula(text) || startsMarked.test(text) ? `'${text}` : text;

/** The text of a cell that `plainText` or a spreadsheet has marked. The inverse of `plainText`. */
export const withoutMark = (text: string): string => (startsMarked.test(text) ? text.slice(1) : text);
