/** The beginning of a text that is too long to show. */
export const shortened = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}…` : text;

/** A value on one line of a terminal: what would control it, or cannot be seen, is shown as an escape. */
export const shownValue = (value: string): string =>
  shortened(value, 60).replace(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
