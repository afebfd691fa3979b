import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../paths.ts';
import { listPackages } from './imports.ts';

/** The suffix of a file name: '.dom.test.ts' of 'nav-model.dom.test.ts'; none for 'nav-model.ts'. */
const findSuffix = (file: string): string | undefined =>
  /^[^.]+(\.[^/]*\.tsx?)$/.exec(path.basename(file))?.[1];

/** Without what is installed or built. */
const listFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isFile()) return [entry.name];
    const isSource = entry.isDirectory() && !/^(?:node_modules|dist|\..*)$/.test(entry.name);
    return isSource ? listFiles(path.join(folder, entry.name)) : [];
  });

const sorted = (suffixes: Iterable<string>): string[] => [...new Set(suffixes)].toSorted();

test('every suffix of a file name is documented, and no other', () => {
  const page = readFileSync(path.join(repositoryRoot, 'docs', 'architecture.md'), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| `.'));
  const documented = rows.flatMap((row) => row.split('|')[1]?.match(/\.[\w.]+/g) ?? []);
  const files = listPackages(repositoryRoot).flatMap((folder) =>
    listFiles(path.join(repositoryRoot, folder)),
  );
  expect(sorted(documented)).toEqual(sorted(files.flatMap((file) => findSuffix(file) ?? [])));
});
