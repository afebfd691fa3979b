import { saveFile } from '../../components/save-file.ts';
import { captureElements, splitGraphemes, svgElement } from './capture-svg.ts';
import { fontRules } from './font-rules.ts';

export interface ChartFileOptions {
  /** The full title; used as the heading and the file name. */
  title: string;
  background: string;
  ink: string;
}

const family =
  "'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const padding = 24;
const titleSize = 16;
const titleLine = 22;

/** As wide as high; other letters are about half as wide. */
const square =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303F\uFF01-\uFF60]/u;

const estimateWidth = (text: string): number =>
  splitGraphemes(text.trimEnd()).reduce((sum, one) => sum + titleSize * (square.test(one) ? 1 : 0.56), 0);

/** Breaks a title into lines, based on the width of average letters; a word that is too long is broken. */
const titleLines = (title: string, width: number): string[] => {
  const room = Math.max(width, 12 * titleSize * 0.56);
  const lines: string[] = [''];
  const parts = title
    .split(/(?<=\s)/u)
    .flatMap((word) => (estimateWidth(word) > room ? splitGraphemes(word) : [word]));
  for (const part of parts) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && estimateWidth(line + part) > room) lines.push(part);
    else lines[lines.length - 1] = line + part;
  }
  return lines.map((line) => line.trim());
};

const titleElement = (line: string, at: number, ink: string) => {
  const text = svgElement('text', {
    x: padding,
    y: padding + titleSize * 0.9 + at * titleLine,
    'font-size': titleSize,
    'font-weight': 620,
    fill: ink,
  });
  text.textContent = line;
  return text;
};

/** The chart in `plot` with its title as a self-contained SVG, including colors, sizes and the font. */
export const chartSvg = async (plot: HTMLElement, options: ChartFileOptions): Promise<SVGElement> => {
  const { width: plotWidth, height: plotHeight } = plot.getBoundingClientRect();
  const lines = titleLines(options.title, plotWidth);
  const top = padding + lines.length * titleLine + 14;
  const [width, height] = [Math.ceil(plotWidth + 2 * padding), Math.ceil(top + plotHeight + padding)];
  const svg = svgElement('svg', {
    xmlns: 'http://www.w3.org/2000/svg',
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    'font-family': family,
    role: 'img',
  });
  const name = svgElement('title');
  name.textContent = options.title;
  const style = svgElement('style');
  style.textContent = `${await fontRules()}text{font-variant-numeric:tabular-nums;font-feature-settings:'cv11','ss03'}`;
  const body = svgElement('g', { transform: `translate(${padding} ${top})` });
  body.append(...captureElements(plot));
  svg.append(name, style, svgElement('rect', { width, height, fill: options.background }));
  svg.append(...lines.map((line, at) => titleElement(line, at, options.ink)), body);
  return svg;
};

const svgBlob = (svg: SVGElement) =>
  new Blob([`<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(svg)}`], {
    type: 'image/svg+xml',
  });

const loadImage = (address: string) =>
  new Promise<HTMLImageElement>((resolve, reject) => {
    const image = new Image();
    image.addEventListener('load', () => resolve(image));
    image.addEventListener('error', () => reject(new Error('The picture of the chart could not be drawn.')));
    image.src = address;
  });

/** The SVG as PNG at twice its size, for sharp slides. */
const pngBlob = async (svg: SVGElement): Promise<Blob> => {
  const scale = 2;
  const address = URL.createObjectURL(svgBlob(svg));
  try {
    const image = await loadImage(address);
    const canvas = document.createElement('canvas');
    canvas.width = image.width * scale;
    canvas.height = image.height * scale;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      const done = (blob: Blob | null) =>
        blob ? resolve(blob) : reject(new Error('The chart is too big for a PNG.'));
      canvas.toBlob(done, 'image/png');
    });
  } finally {
    URL.revokeObjectURL(address);
  }
};

export type ChartFileKind = 'svg' | 'png';

/** Title and extension; characters that are not allowed in file names become '-'. */
export const chartFileName = (title: string, kind: ChartFileKind): string =>
  `${title.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '-').trim() || 'Chart'}.${kind}`;

/** Saves the chart in `plot` as a file. Rejects when the browser cannot draw it. */
export const downloadChart = async (plot: HTMLElement, kind: ChartFileKind, options: ChartFileOptions) => {
  const svg = await chartSvg(plot, options);
  const blob = kind === 'svg' ? svgBlob(svg) : await pngBlob(svg);
  saveFile(blob, chartFileName(options.title, kind));
};
