import type { jsPDF } from 'jspdf';
import { createRunWriter } from './embedded-fonts.ts';
import { latinSource } from './font-sources.ts';
import type { LineMaker } from './paper.ts';
import { scriptFontsFor } from './script-fonts.ts';
import { shapeLines } from './shaping.ts';

/** Lines of any script, for the given paragraphs and plain text. */
export const scriptLinesFor = async (doc: jsPDF, paragraphs: readonly string[]): Promise<LineMaker> => {
  const fonts = await scriptFontsFor(paragraphs);
  const writer = createRunWriter(doc, fonts.findFont(latinSource, 'normal').file);
  return (paragraph, { size, color, bold = false }, width = Infinity) =>
    shapeLines(fonts, paragraph, bold ? 'bold' : 'normal', width / size).map((runs) => ({
      width: () => runs.reduce((sum, run) => sum + run.width * size, 0),
      draw: (left, y) => {
        let x = left;
        for (const run of runs) {
          writer.write(run, { x, y, size, color });
          x += run.width * size;
        }
      },
    }));
};
