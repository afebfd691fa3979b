/** Strings of a workbook that stand in it once, however many cells have them. */
export interface SharedStrings {
  /** The place of a string that is shared; undefined once there is no room for another. */
  placeOf(text: string): number | undefined;
  /** The part of the file, to be written after the sheets. */
  part(): Generator<string>;
}

/** They are kept until the sheets are written: some megabytes at most. */
const maxStrings = 40_000;
const maxLength = 500;
const perChunk = 1000;

/** `xml` makes the element of a text. */
export const createSharedStrings = (xml: (text: string) => string): SharedStrings => {
  const places = new Map<string, number>();
  return {
    placeOf(text) {
      const known = places.get(text);
      if (known !== undefined) return known;
      if (text.length > maxLength || places.size >= maxStrings) return undefined;
      places.set(text, places.size);
      return places.size - 1;
    },
    *part() {
      yield `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" uniqueCount="${places.size}">`;
      let items: string[] = [];
      for (const text of places.keys()) {
        if (items.push(`<si>${xml(text)}</si>`) < perChunk) continue;
        yield items.join('');
        items = [];
      }
      yield `${items.join('')}</sst>`;
    },
  };
};
