// A message that two files write alike belongs in one place; else a correction reaches one of them only.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';
import { repositoryRoot } from '../paths.ts';

/** Shorter texts are labels, which can be the same by chance. */
const leastWords = 4;

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

const isLowerCase = (word: string): boolean => /^\p{Ll}/u.test(word);

/** A name such as 'Most Active Readers' has capitals only; two charts may have the same. */
const isMessage = (text: string): boolean => {
  const words = text.split(' ').filter((word) => /^\p{L}/u.test(word));
  return /^(?:\p{Lu}|\{\})/u.test(text) && words.length >= leastWords && words.slice(1).some(isLowerCase);
};

/** Not for people who use the product: SQL, errors of the program, and the reference of the API. */
const isForDevelopers = ({ type, callee, key }: Node): boolean =>
  type === 'TaggedTemplateExpression' ||
  (type === 'NewExpression' && isNode(callee) && callee['value'] === 'Error') ||
  (type === 'KeyValueProperty' && isNode(key) && ['description', 'summary'].includes(String(key['value'])));

const listMessages = (node: unknown): string[] => {
  if (!isNode(node) || isForDevelopers(node)) return [];
  const text = readText(node)?.replaceAll(/\s+/g, ' ').trim();
  const own = text !== undefined && isMessage(text) ? [text] : [];
  return [...own, ...Object.values(node).flatMap(listMessages)];
};

const readMessages = (file: string, source: string): string[] =>
  listMessages(parseSync(source, { syntax: 'typescript', tsx: file.endsWith('x') }).body);

/** Each as the files that write it. */
const findEqual = (sources: Readonly<Record<string, string>>): string[] => {
  const files = new Map<string, string[]>();
  for (const [file, source] of Object.entries(sources))
    for (const text of new Set(readMessages(file, source)))
      files.set(text, [...(files.get(text) ?? []), file]);
  return [...files]
    .filter(([, places]) => places.length > 1)
    .map(([text, places]) => `${text} ${places.join(' = ')}`);
};

const isChecked = (file: string) =>
  !/\.test\.tsx?$|\.d\.ts$|\/(testing|bench|template)\/|^(tooling|api\/src\/data)\//.test(file);

it('no two files write the same message', () => {
  const files = globSync('*/src/**/*.{ts,tsx}', { cwd: repositoryRoot }).filter(isChecked);
  expect(files.length).toBeGreaterThan(1000);
  const sources = files.map((file) => [file, readFileSync(path.join(repositoryRoot, file), 'utf8')]);
  expect(findEqual(Object.fromEntries(sources) as Record<string, string>)).toEqual([]);
});

it('finds equal messages in texts, templates and elements, and not names, short texts or those for developers', () => {
  expect(
    findEqual({
      'a.tsx':
        'const A = () => <p>\n  The file is\n  too large.\n</p>; const b = `The file ${a} is too large.`;',
      'b.ts': "const a = 'The file is too large.'; const b = `The file ${name} is too large.`;",
      'c.ts':
        "const a = 'Engagements By Buyer Journey'; const b = 'Please try again'; throw new Error('It is not so.');",
      'd.ts':
        "const a = 'Engagements By Buyer Journey'; const b = 'Please try again'; throw new Error('It is not so.');",
    }),
  ).toEqual(['The file is too large. a.tsx = b.ts', 'The file {} is too large. a.tsx = b.ts']);
});
