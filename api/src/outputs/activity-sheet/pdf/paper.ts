import type { jsPDF } from 'jspdf';

/** A4 in points, with the margins of all product documents. */
export const page = { width: 595.28, height: 841.89, top: 20, right: 8, bottom: 20, left: 20 } as const;
/** Width of the printable sheet: pixels on screen, points here. */
export const sheetWidth = 550;

/** The light scheme of the product: paper is white. */
export const ink = {
  text: '#17222A',
  muted: '#515C64',
  subtle: '#626B71',
  accent: '#0B5C60',
  accentSubtle: '#DDEDEB',
  highlight: '#F4BD3F',
  border: '#E3E0D6',
  empty: '#CBC7BA',
} as const;

export interface TextStyle {
  readonly size: number;
  readonly color: string;
  readonly bold?: boolean;
}

export const styles = {
  brand: { size: 15, color: ink.text, bold: true },
  date: { size: 9.5, color: ink.muted },
  title: { size: 17, color: ink.text, bold: true },
  continued: { size: 9, color: ink.subtle },
  heading: { size: 11.5, color: ink.accent, bold: true },
  section: { size: 9.5, color: ink.text, bold: true },
  label: { size: 7.5, color: ink.subtle, bold: true },
  body: { size: 9.5, color: ink.text },
  strong: { size: 9.5, color: ink.text, bold: true },
  badge: { size: 8.5, color: ink.accent, bold: true },
  footer: { size: 8.5, color: ink.muted },
} as const satisfies Record<string, TextStyle>;

export const fontName = 'DejaVu';
const lineHeight = 1.38;

export const computeLineHeight = ({ size }: TextStyle): number => size * lineHeight;

/** Sets font and color of the following text. */
export const use = (doc: jsPDF, { size, color, bold = false }: TextStyle): void => {
  doc
    .setFont(fontName, bold ? 'bold' : 'normal')
    .setFontSize(size)
    .setTextColor(color);
};

/** A line that fits; lengths in points. */
export interface Line {
  readonly width: () => number;
  readonly draw: (x: number, baseline: number) => void;
}

/** Wraps a text; a word that is too long is broken. */
export type LineMaker = (text: string, style: TextStyle, width?: number) => Line[];
