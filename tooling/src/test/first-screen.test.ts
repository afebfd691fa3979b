import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkFirstScreen, firstScreenLimit, measureFirstScreen } from './first-screen.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'first-screen-'));
});

afterEach(() => rmSync(root, { recursive: true }));

const writeBundle = (folder: string, list: object, sizes: Readonly<Record<string, number>>) => {
  const dist = path.join(root, folder, 'dist');
  mkdirSync(dist, { recursive: true });
  writeFileSync(path.join(dist, 'files.json'), JSON.stringify(list));
  for (const [file, size] of Object.entries(sizes))
    writeFileSync(path.join(dist, `${file}.br`), 'x'.repeat(size));
};

it('adds up what the page of the first screen names, each file once', () => {
  const shared = {
    '@readerlens/ui/charts': ['libraries.js', 'charts.js'],
    '@readerlens/parts': ['parts.js'],
  };
  const shell = { entry: ['main.js'], initial: ['main.js', 'main.css', 'libraries.js'], shared };
  writeBundle('shell', shell, { 'main.js': 1, 'libraries.js': 20, 'charts.js': 300, 'parts.js': 9 });
  const area = { entry: ['entry.js'], initial: ['area.js'], consumes: ['@readerlens/ui/charts', 'react'] };
  writeBundle('mf-analytics', area, { 'entry.js': 4000, 'area.js': 50_000, 'later.js': 9 });
  expect(measureFirstScreen(root)).toEqual({
    files: [
      'shell/dist/main.js',
      'shell/dist/libraries.js',
      'shell/dist/charts.js',
      'mf-analytics/dist/entry.js',
      'mf-analytics/dist/area.js',
    ],
    bytes: 54_321,
  });
});

it('refuses more than the limit', () => {
  expect(checkFirstScreen({ files: [], bytes: firstScreenLimit })).toBeUndefined();
  expect(checkFirstScreen({ files: ['a.js'], bytes: firstScreenLimit + 1 })).toMatch(
    / bytes as brotli, .*: a\.js$/,
  );
});
