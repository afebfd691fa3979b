import type { jsPDF } from 'jspdf';
import { use } from './paper.ts';
import type { LineMaker } from './paper.ts';

/**
 * Letters, digits and signs that jsPDF can place one after another and that the font has. Of anything else jsPDF loses
 * parts, and after a tab the rest of the line.
 */
export const plain =
  /^(?:(?=[\p{L}\p{N}\p{P}\p{S}\p{Zs}])[\u0020-\u02E9\u0370-\u0525\u1E00-\u1EFB\u2010-\u2027\u2030-\u205E\u20A0-\u20B5])*$/u;

/** A tab is a space. */
const splitParagraphs = (text: string): string[] =>
  text.replaceAll('\t', ' ').split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/u);

const plainLines =
  (doc: jsPDF): LineMaker =>
  (paragraph, style, width = Infinity) => {
    use(doc, style);
    const lines = width === Infinity ? [paragraph] : (doc.splitTextToSize(paragraph, width) as string[]);
    return lines.map((line) => ({
      width: () => {
        use(doc, style);
        return doc.getTextWidth(line);
      },
      draw: (x, baseline) => {
        use(doc, style);
        doc.text(line, x, baseline);
      },
    }));
  };

/** Lines of the given texts, and of plain text. The fonts of other scripts are loaded only if a text needs them. */
export const lineMakerFor = async (doc: jsPDF, texts: readonly string[]): Promise<LineMaker> => {
  const ofPlain = plainLines(doc);
  const others = texts.flatMap(splitParagraphs).filter((paragraph) => !plain.test(paragraph));
  const ofOthers =
    others.length === 0 ? ofPlain : await (await import('./script-lines.ts')).scriptLinesFor(doc, others);
  return (text, ...rest) =>
    splitParagraphs(text).flatMap((paragraph) =>
      (plain.test(paragraph) ? ofPlain : ofOthers)(paragraph, ...rest),
    );
};
