import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface PdfPage {
  /** The page's texts, one drawn line each. */
  readonly lines: string[];
  /** The targets of its links. */
  readonly links: string[];
}

/** Parses a PDF with an independent library, page by page. */
export const pdfPages = async (content: Uint8Array): Promise<PdfPage[]> => {
  const task = getDocument({ data: new Uint8Array(content), useSystemFonts: false });
  const pdf = await task.promise;
  const pages: PdfPage[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const annotations = (await page.getAnnotations()) as { url?: string }[];
    pages.push({
      lines: items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.str] : [])),
      links: annotations.flatMap(({ url }) => url ?? []),
    });
  }
  await task.destroy();
  return pages;
};

interface DrawnGlyph {
  readonly unicode: string;
  /** False for glyphs without an outline too. */
  readonly isInFont: boolean;
}

const blank = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;

/** What is drawn at each height of the pages, as drawn; a glyph that the font does not have is shown as �. */
export const drawnRows = async (content: Uint8Array): Promise<string[]> => {
  const task = getDocument({ data: new Uint8Array(content), useSystemFonts: false });
  const pdf = await task.promise;
  const rows: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { fnArray, argsArray } = await (await pdf.getPage(number)).getOperatorList();
    const byHeight = new Map<number, string>();
    let height = 0;
    fnArray.forEach((operator, index) => {
      const args = argsArray[index] as readonly unknown[];
      if (operator === OPS.moveText) height = args[1] as number;
      if (operator !== OPS.showText) return;
      const glyphs = (args[0] as readonly (DrawnGlyph | number)[]).filter((one) => typeof one === 'object');
      const text = glyphs.map(({ unicode, isInFont }) => (isInFont || blank.test(unicode) ? unicode : '�'));
      byHeight.set(height, `${byHeight.get(height) ?? ''}${text.join('')}`);
    });
    rows.push(...byHeight.values());
  }
  await task.destroy();
  return rows.map((row) => row.replaceAll('\u200B', '').normalize('NFC'));
};
