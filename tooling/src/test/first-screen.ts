import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { listPreloaded } from '../host/preloaded-packages.ts';
import { repositoryRoot } from '../paths.ts';
import type { FileList } from '../webpack/file-list-plugin.ts';

/**
 * The most that the scripts of the first screen may have, in bytes as brotli. Builds of the same sources differ by about a hundred:
 * a limit without room for that refuses now and then what it takes at other times.
 */
export const firstScreenLimit = 328_750;

/** The area of the first screen. */
const firstArea = 'mf-analytics';

const readList = (root: string, folder: string): FileList =>
  JSON.parse(readFileSync(path.join(root, folder, 'dist', 'files.json'), 'utf8')) as FileList;

/**
 * The scripts that the page of the first screen names, and their size in bytes as brotli. A phone loads others, such as the
 * drawings of charts, when someone scrolls.
 */
export const measureFirstScreen = (root = repositoryRoot): { files: string[]; bytes: number } => {
  const shell = readList(root, 'shell');
  const area = readList(root, firstArea);
  const shared = listPreloaded(shell, area.consumes);
  const list = (folder: string, names: readonly string[]) =>
    [...new Set(names)].filter((name) => name.endsWith('.js')).map((name) => `${folder}/dist/${name}`);
  const files = [
    ...list('shell', [...shell.entry, ...shell.initial, ...shared]),
    ...list(firstArea, [...area.entry, ...area.initial]),
  ];
  const bytes = files.reduce((sum, file) => sum + statSync(path.join(root, `${file}.br`)).size, 0);
  return { files, bytes };
};

/** Why the first screen is too large; undefined if it is not. */
export const checkFirstScreen = ({ files, bytes }: { files: readonly string[]; bytes: number }) =>
  bytes > firstScreenLimit
    ? `The scripts of the first screen have ${bytes} bytes as brotli, more than ${firstScreenLimit}: ${files.join(', ')}`
    : undefined;
