// A helper that two files define alike belongs in one place; else a correction reaches one of them only.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';
import type { Declaration, Expression, ModuleItem } from '@swc/core';
import { repositoryRoot } from '../paths.ts';

/** Of the JSON of the syntax tree. Shorter functions, such as `() => {}`, are as easily written as imported. */
const leastLength = 400;

interface Helper {
  /** The file and the name. */
  readonly place: string;
  readonly code: string;
}

/** Where it is in the file does not count. Names in its scope do. */
const dropPositions = (key: string, value: unknown) => (key === 'span' || key === 'ctxt' ? undefined : value);

const printFunction = (node: Declaration | Expression | undefined): string | undefined => {
  switch (node?.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return JSON.stringify([node.async, node.generator, node.params, node.body], dropPositions);
    default:
      return undefined;
  }
};

const readFunctions = (item: ModuleItem): (readonly [name: string, code: string | undefined])[] => {
  const node = item.type === 'ExportDeclaration' ? item.declaration : item;
  if (node.type === 'FunctionDeclaration') return [[node.identifier.value, printFunction(node)]];
  if (node.type !== 'VariableDeclaration') return [];
  return node.declarations.map(({ id, init }) => [
    id.type === 'Identifier' ? id.value : '',
    printFunction(init),
  ]);
};

const readHelpers = (file: string, source: string): Helper[] =>
  parseSync(source, { syntax: 'typescript', tsx: file.endsWith('x') })
    .body.flatMap(readFunctions)
    .flatMap(([name, code]) =>
      code !== undefined && code.length >= leastLength ? [{ place: `${file} ${name}`, code }] : [],
    );

/** Each as the places that define it. */
const findEqual = (helpers: readonly Helper[]): string[] => {
  const places = new Map<string, string[]>();
  for (const { place, code } of helpers) places.set(code, [...(places.get(code) ?? []), place]);
  return [...places.values()].filter((equal) => equal.length > 1).map((equal) => equal.join(' = '));
};

const inProduction = (file: string) => !/\.test\.tsx?$|\.d\.ts$|\/(testing|bench|template)\//.test(file);

it('no two files define an equal helper', () => {
  const files = globSync('*/src/**/*.{ts,tsx}', { cwd: repositoryRoot }).filter(inProduction);
  expect(files.length).toBeGreaterThan(1000);
  const helpers = files.flatMap((file) =>
    readHelpers(file, readFileSync(path.join(repositoryRoot, file), 'utf8')),
  );
  expect(findEqual(helpers)).toEqual([]);
});

it('finds equal helpers with other names, and not those that differ or are short', () => {
  const planted = {
    'a.ts':
      'const day = (text: string) => `${text.slice(5, 7)}/${text.slice(8, 10)}`;\nconst id = ({ id }) => id;',
    'b.tsx': 'export const date = (text: string): string =>\n  `${text.slice(5, 7)}/${text.slice(8, 10)}`;',
    'c.ts':
      'const day = (text: string) => `${text.slice(5, 7)}-${text.slice(8, 10)}`;\nconst id = ({ id }) => id;',
  };
  const helpers = Object.entries(planted).flatMap(([file, source]) => readHelpers(file, source));
  expect(findEqual(helpers)).toEqual(['a.ts day = b.tsx date']);
});
