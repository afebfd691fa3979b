/** The server finds no names by fewer letters, nor by more. */
const letters = { min: 2, max: 100 };

/** Whether the lookups of readers and organizations take this text. */
export const isSearchable = (text: string): boolean =>
  text.length >= letters.min && text.length <= letters.max;
