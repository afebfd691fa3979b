/** Strings that a workbook stores once for all cells with the same text. */
export interface SharedStrings {
  /** The index of a shared string; undefined if it is too long or the table is full. */
  indexOf(text: string): number | undefined;
  /** The XML part of the workbook, to be written after the sheets. */
  part(): Generator<string>;
}

/** They stay in memory until the sheets are written: at most a few megabytes. */
const maxStrings = 40_000;
const maxLength = 500;
const perChunk = 1000;

/** A copy: a part of a longer text would keep all of it in memory. */
const detached = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le');

/** `xml` returns the element of a text. */
export const createSharedStrings = (xml: (text: string) => string): SharedStrings => {
  const indexes = new Map<string, number>();
  return {
    indexOf(text) {
      const existing = indexes.get(text);
      if (existing !== undefined) return existing;
      if (text.length > maxLength || indexes.size >= maxStrings) return undefined;
      indexes.set(detached(text), indexes.size);
      return indexes.size - 1;
    },
    *part() {
      yield `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" uniqueCount="${indexes.size}">`;
      let items: string[] = [];
      for (const text of indexes.keys()) {
        if (items.push(`<si>${xml(text)}</si>`) < perChunk) continue;
        yield items.join('');
        items = [];
      }
      yield `${items.join('')}</sst>`;
    },
  };
};
