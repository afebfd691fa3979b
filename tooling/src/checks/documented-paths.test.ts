import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../paths.ts';

/** Paths in code spans that start with a folder or dot file of the repository; a `*` makes it a pattern. */
const pathsIn = (text: string) =>
  [...text.matchAll(/`([.\w-]+(?:\/[\w.-]*)+|\.[\w-]+\.cjs)`/g)].map(([, file]) => file!);

/** Elsewhere the architecture names folders relative to the API. */
const readSection = (text: string, title: string) =>
  text.split(/^## /m).find((part) => part.startsWith(title)) ?? '';

test.each([
  ['where-to-change-what.md', ''],
  ['architecture.md', 'Where to change what'],
])('every path in %s exists', (name, title) => {
  const text = readFileSync(path.join(repositoryRoot, 'docs', name), 'utf8');
  const paths = pathsIn(title === '' ? text : readSection(text, title));
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((file) => !existsSync(path.join(repositoryRoot, file)))).toEqual([]);
});
