// Converts what the browser has laid out to SVG: boxes, texts and the charts themselves. It is all vectors
// and uses no foreignObject, which only browsers support.
const svgNamespace = 'http://www.w3.org/2000/svg';

type Attributes = Record<string, string | number | undefined>;

/** An SVG element with its attributes; undefined ones are left out, numbers rounded to hundredths. */
export const svgElement = (name: string, attributes: Attributes = {}): SVGElement => {
  const element = document.createElementNS(svgNamespace, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    element.setAttribute(key, typeof value === 'number' ? String(Math.round(value * 100) / 100) : value);
  }
  return element;
};

const invisible = (style: CSSStyleDeclaration) =>
  style.display === 'none' || style.visibility === 'hidden' || style.opacity === '0';

const isTransparent = (color: string) =>
  color === 'transparent' || /rgba\(.*, 0\)$/.test(color) || color === '';

/** Style properties that a standalone SVG needs, with the default values that can be left out. */
const copied: Record<string, string> = {
  fill: '',
  'fill-opacity': '1',
  stroke: 'none',
  'stroke-width': '1px',
  'stroke-opacity': '1',
  opacity: '1',
  'font-size': '',
  'font-weight': '',
  'letter-spacing': 'normal',
  'text-anchor': 'start',
};

const resolveStyles = (source: Element, copy: Element) => {
  const style = getComputedStyle(source);
  for (const [name, usual] of Object.entries(copied)) {
    const value = style.getPropertyValue(name);
    // The computed reference to a pattern contains the page's address; the attribute has the original one.
    if (value.includes('url(')) continue;
    if (value === '' || value === usual) copy.removeAttribute(name);
    else copy.setAttribute(name, value);
  }
  copy.removeAttribute('style');
  copy.removeAttribute('class');
  for (const [at, child] of [...source.children].entries()) {
    const copiedChild = copy.children[at];
    if (copiedChild) resolveStyles(child, copiedChild);
  }
};

interface Origin {
  x: number;
  y: number;
}

const captureDrawing = (svg: SVGSVGElement, origin: Origin): SVGElement => {
  const box = svg.getBoundingClientRect();
  const copy = svg.cloneNode(true) as SVGSVGElement;
  resolveStyles(svg, copy);
  const group = svgElement('g', { transform: `translate(${box.left - origin.x} ${box.top - origin.y})` });
  group.append(...copy.childNodes);
  return group;
};

const captureBox = (element: Element, style: CSSStyleDeclaration, origin: Origin): SVGElement | undefined => {
  const box = element.getBoundingClientRect();
  if (isTransparent(style.backgroundColor) || box.width === 0 || box.height === 0) return undefined;
  return svgElement('rect', {
    x: box.left - origin.x,
    y: box.top - origin.y,
    width: box.width,
    height: box.height,
    rx: Math.min(Number.parseFloat(style.borderTopLeftRadius) || 0, box.height / 2),
    fill: style.backgroundColor,
  });
};

/** The line above a row, the only border in charts. */
const captureRule = (
  element: Element,
  style: CSSStyleDeclaration,
  origin: Origin,
): SVGElement | undefined => {
  const box = element.getBoundingClientRect();
  const top = Number.parseFloat(style.borderTopWidth) > 0;
  const bottom = Number.parseFloat(style.borderBottomWidth) > 0;
  if (top === bottom) return undefined;
  return svgElement('rect', {
    x: box.left - origin.x,
    y: (top ? box.top : box.bottom - 1) - origin.y,
    width: box.width,
    height: 1,
    fill: top ? style.borderTopColor : style.borderBottomColor,
  });
};

interface Line {
  text: string;
  box: DOMRect;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** The characters of a text, each with its marks: parts of one have no place of their own. */
export const splitGraphemes = (text: string): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment);

/** The box around two others; a line that runs from right to left grows to the left. */
const around = (one: DOMRect, other: DOMRect): DOMRect => {
  const x = Math.min(one.left, other.left);
  return DOMRect.fromRect({
    x,
    y: one.y,
    width: Math.max(one.right, other.right) - x,
    height: one.height,
  });
};

/** The lines into which the browser has broken a text. */
const findTextLines = (node: Text): Line[] => {
  const range = document.createRange();
  const lines: Line[] = [];
  let at = 0;
  for (const character of splitGraphemes(node.data)) {
    range.setStart(node, at);
    at += character.length;
    range.setEnd(node, at);
    const box = range.getClientRects()[0];
    if (!box) continue;
    const last = lines.at(-1);
    if (last && Math.abs(last.box.top - box.top) < 2) {
      last.text += character;
      last.box = around(last.box, box);
    } else lines.push({ text: character, box });
  }
  return lines;
};

/** The part of the text that its clipped parent shows. */
const clipped = (line: Line, parent: Element, style: CSSStyleDeclaration): string => {
  const room = parent.getBoundingClientRect().right - line.box.left;
  if (style.textOverflow !== 'ellipsis' || line.box.width <= room + 1) return line.text;
  const characters = splitGraphemes(line.text);
  const fitting = Math.floor((characters.length * room) / line.box.width) - 1;
  return `${characters.slice(0, Math.max(fitting, 1)).join('').trimEnd()}…`;
};

const captureText = (node: Text, origin: Origin): SVGElement[] => {
  const parent = node.parentElement;
  if (!parent || node.data.trim() === '') return [];
  const style = getComputedStyle(parent);
  return findTextLines(node).map((line) => {
    const text = svgElement('text', {
      x: line.box.left - origin.x,
      // The base line of common sans-serif fonts is about a third of the font size below the middle of the line.
      y: line.box.top + line.box.height / 2 + Number.parseFloat(style.fontSize) * 0.36 - origin.y,
      fill: style.color,
      'font-size': style.fontSize,
      'font-weight': style.fontWeight,
    });
    text.textContent = clipped(line, parent, style).trim();
    return text;
  });
};

const captureNode = (node: Node, origin: Origin): SVGElement[] => {
  if (node instanceof Text) return captureText(node, origin);
  if (!(node instanceof Element)) return [];
  const style = getComputedStyle(node);
  if (invisible(style) || node.hasAttribute('data-chart-omit')) return [];
  if (node instanceof SVGSVGElement) return [captureDrawing(node, origin)];
  const own = [captureBox(node, style, origin), captureRule(node, style, origin)].filter(
    (part) => part !== undefined,
  );
  const inner = [...node.childNodes].flatMap((child) => captureNode(child, origin));
  return style.opacity === '1' || inner.length === 0
    ? [...own, ...inner]
    : [faded([...own, ...inner], style.opacity)];
};

const faded = (parts: SVGElement[], opacity: string): SVGElement => {
  const group = svgElement('g', { opacity });
  group.append(...parts);
  return group;
};

/** The content of `root` as SVG elements, relative to its top left corner. */
export const captureElements = (root: HTMLElement): SVGElement[] => {
  const { left, top } = root.getBoundingClientRect();
  return captureNode(root, { x: left, y: top });
};
