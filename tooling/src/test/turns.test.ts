import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../paths.ts';
import { budgets } from './budgets.ts';
import { listWaiting } from './groups.ts';
import { chooseSeed } from './seed.ts';
import { chooseTurns } from './turns.ts';

describe('turns', () => {
  const days = [20_260_131, 20_260_201, 20_260_202];
  const turns = [60, 50, 40, 30, 20, 10].map((seconds) => ({ name: `of ${seconds} s`, seconds }));

  it('are others on the next two days, also at the end of a month', () => {
    const chosen = days.map((seed) => [...chooseTurns(turns, seed)]);
    expect(chosen.flat().sort()).toEqual(turns.map(({ name }) => name).sort());
    expect([...chooseTurns(turns, 20_260_203)]).toEqual(chosen[0]);
  });

  it('take about as long on each day', () => {
    const sums = days.map((seed) => {
      const chosen = chooseTurns(turns, seed);
      return turns.filter(({ name }) => chosen.has(name)).reduce((sum, { seconds }) => sum + seconds, 0);
    });
    expect(Math.max(...sums) - Math.min(...sums)).toBeLessThanOrEqual(10);
  });

  it('are taken by test files that exist, each of which runs on one of three days', () => {
    const waiting = days.flatMap(listWaiting);
    expect(waiting.length).toBeGreaterThan(0);
    expect(waiting.length).toBe(new Set(waiting).size * 2);
    expect(waiting.filter((name) => !existsSync(path.join(repositoryRoot, name)))).toEqual([]);
  });
});

it('every file with a budget of its own exists', () => {
  const names = Object.keys(budgets.exceptions).map((name) =>
    name.endsWith('.spec.ts') ? `e2e/specs/${name}` : name,
  );
  expect(names.filter((name) => !existsSync(path.join(repositoryRoot, name)))).toEqual([]);
});

describe('the seed of a run', () => {
  const now = new Date('2026-04-01T00:00:01Z');

  it('is the one that is chosen, else the date of the commit, else today', () => {
    expect(chooseSeed({ chosen: '7', commitDate: '20260331', now })).toBe('7');
    expect(chooseSeed({ commitDate: '20260331', now })).toBe('20260331');
    expect(chooseSeed({ now })).toBe('20260401');
  });
});

/**
 * Specs without a main story: their tests are alike, such as looks, or run whole commands, each in its own process, whose parts
 * lighter tests run each day.
 */
const withoutStory = [
  'accessibility',
  'composition-leaks',
  'documented-commands',
  'figures-once',
  'filter-panel-looks',
  'long-names',
  'marketing-drills',
  'marketing-files',
  'package',
  'phone',
  'review-looks',
  'search-looks',
  'support-button',
];

const specFolder = path.join(repositoryRoot, 'e2e', 'specs');
const specs = readdirSync(specFolder).map((file) => ({
  name: file.replace('.spec.ts', ''),
  text: readFileSync(path.join(specFolder, file), 'utf8'),
}));

it('every browser spec has a test that runs each day, but those without a main story', () => {
  const without = specs.filter(({ text }) => !text.includes('tag: mainStory')).map(({ name }) => name);
  expect(without.sort()).toEqual(withoutStory);
});

it('tests that run in their order begin with one that runs each day, because the others may need what it leaves', () => {
  const serial = specs.filter(({ text }) => text.includes(`mode: 'serial'`));
  expect(serial.length).toBeGreaterThan(0);
  const begin = ({ text }: { text: string }) => text.split(/^ *test\(/m)[1] ?? '';
  const wrong = serial.filter((spec) => !begin(spec).includes('tag: mainStory'));
  expect(wrong.map(({ name }) => name)).toEqual([]);
});
