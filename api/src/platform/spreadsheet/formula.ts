/**
 * Whether a spreadsheet evaluates text from a CSV, or a text cell once it is edited. Some locales treat full-width
 * operators like the ASCII ones, and `|` starts a command in old versions of Excel.
 */
export const looksLikeFormula = (text: string): boolean => /^\s*[=+\-@|＝＋－＠\t\r\n]/.test(text);

/** Text for a CSV cell; a leading apostrophe prevents its evaluation. */
export const plainText = (text: string): string => (looksLikeFormula(text) ? `'${text}` : text);
