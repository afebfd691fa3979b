import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

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
