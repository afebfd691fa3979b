import { jsPDF } from 'jspdf';
import { addFonts } from './fonts.ts';
import { fontName } from './paper.ts';
import { plain } from './text-lines.ts';

describe('plain text', () => {
  const codes = Array.from({ length: 0x3000 }, (_, code) => code).filter((code) =>
    plain.test(String.fromCodePoint(code)),
  );

  it.each(['normal', 'bold'])('has only characters of the %s font of jsPDF', (style) => {
    const doc = new jsPDF();
    addFonts(doc);
    doc.setFont(fontName, style);
    const { metadata } = (
      doc as unknown as { getFont(): { metadata: { characterToGlyph(code: number): number } } }
    ).getFont();
    expect(
      codes.filter((code) => metadata.characterToGlyph(code) === 0).map((code) => code.toString(16)),
    ).toEqual([]);
    expect(codes.length).toBeGreaterThan(1000);
  });
});
