import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../paths.ts';

/** Paths in code spans that start with a folder or dot file of the repository; a `*` makes it a pattern. */
const pathsIn = (text: string) =>
  [...text.matchAll(/`([.\w-]+(?:\/[\w.-]*)+|\.[\w-]+\.cjs)`/g)].map(([, file]) => file!);

test('every path in the change guide exists', () => {
  const guide = readFileSync(path.join(repositoryRoot, 'docs', 'where-to-change-what.md'), 'utf8');
  const paths = pathsIn(guide);
  expect(paths.length).toBeGreaterThan(30);
  expect(paths.filter((file) => !existsSync(path.join(repositoryRoot, file)))).toEqual([]);
});
