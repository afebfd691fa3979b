// The texts of sources that people read: string literals, templates and JSX texts.
import { parseSync } from '@swc/core';

interface Node {
  readonly type?: string;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** The text of a literal, with `{}` for what is put into it. */
const readText = (node: Node): string | undefined => {
  if (node.type === 'StringLiteral' || node.type === 'JSXText') return node['value'] as string;
  if (node.type !== 'TemplateLiteral') return undefined;
  return (node['quasis'] as readonly { readonly cooked: string }[]).map(({ cooked }) => cooked).join('{}');
};

/** Not for people who use the product: SQL, errors of the program, and the reference of the API. */
const isForDevelopers = ({ type, callee, key }: Node): boolean =>
  type === 'TaggedTemplateExpression' ||
  (type === 'NewExpression' && isNode(callee) && callee['value'] === 'Error') ||
  (type === 'KeyValueProperty' && isNode(key) && ['description', 'summary'].includes(String(key['value'])));

const listTexts = (node: unknown): string[] => {
  if (!isNode(node) || isForDevelopers(node)) return [];
  const text = readText(node)?.replaceAll(/\s+/g, ' ').trim();
  return [...(text ? [text] : []), ...Object.values(node).flatMap(listTexts)];
};

const parse = (file: string, source: string): unknown =>
  parseSync(source, { syntax: 'typescript', tsx: file.endsWith('x') }).body;

export const readTexts = (file: string, source: string): string[] => listTexts(parse(file, source));

const listCountedNouns = (node: unknown): string[] => {
  if (!isNode(node)) return [];
  const isCounted =
    node.type === 'CallExpression' && isNode(node['callee']) && node['callee']['value'] === 'countText';
  const own = isCounted ? listTexts(node['arguments']) : [];
  return [...own, ...Object.values(node).flatMap(listCountedNouns)];
};

/** The nouns that are counted on screen: 'alert' in `countText(2, 'alert')`, which alone looks like a name. */
export const readCountedNouns = (file: string, source: string): string[] =>
  listCountedNouns(parse(file, source));

/** Whether a source file of the product has texts for its users. */
export const hasProductTexts = (file: string): boolean =>
  !/\.test\.tsx?$|\.d\.ts$|\/(testing|bench|template)\/|^(tooling|api\/src\/data)\//.test(file);
