import { spawnSync } from 'node:child_process';
import { groupSource, planGroups } from './groups.ts';
import type { TestFile } from './groups.ts';

const file = (name: string, rest: Partial<TestFile> = {}): TestFile => ({
  name,
  weight: 2,
  isAlone: false,
  ...rest,
});

const planned = (files: readonly TestFile[]) =>
  planGroups(files).map((group) => [group.name, group.files.map(({ name }) => name)]);

describe('groups of test files', () => {
  it('hold neighbors of one package that need the same environment', () => {
    const names = [
      'shell/b.test.tsx',
      'api/a.test.ts',
      'shell/a.test.tsx',
      'shell/c.dom.test.ts',
      'shell/d.test.ts',
    ];
    expect(planned(names.map((name) => file(name)))).toEqual([
      ['api/01.test.ts', ['api/a.test.ts']],
      ['shell/01.test.tsx', ['shell/a.test.tsx', 'shell/b.test.tsx', 'shell/c.dom.test.ts']],
      ['shell/01.test.ts', ['shell/d.test.ts']],
    ]);
  });

  it.each([
    ['at most twelve files', 'shell', [12, 12, 1]],
    ['at most 24 files of the API', 'api', [24, 1]],
  ])('hold %s', (_, folder, sizes) => {
    const files = Array.from({ length: 25 }, (__, index) =>
      file(`${folder}/${String.fromCharCode(97 + index)}.test.ts`),
    );
    expect(planGroups(files).map((group) => group.files.length)).toEqual(sizes);
  });

  it.each([
    ['api', 28],
    ['shell', 14],
  ])('are smaller with heavy files of %s', (folder, weight) => {
    const files = ['a', 'b', 'c'].map((name) => file(`${folder}/${name}.test.ts`, { weight }));
    expect(planGroups(files).map((group) => group.files.length)).toEqual([2, 1]);
  });

  it('leave a file alone that replaces modules or functions of the page', () => {
    const files = ['a', 'b', 'c'].map((name) => file(`api/${name}.test.ts`, { isAlone: name === 'b' }));
    expect(planned(files).map(([, names]) => names)).toEqual([
      ['api/a.test.ts'],
      ['api/b.test.ts'],
      ['api/c.test.ts'],
    ]);
  });

  it('name their weight, by which they are ordered, and each file', () => {
    const source = groupSource({
      name: 'api/01.test.ts',
      files: [file('api/a.test.ts'), file('api/b.test.ts')],
    });
    expect(source).toMatch(/^\/\/ weight 4\n/);
    expect(source.match(/describe\("[^"]+"/g)).toEqual([
      'describe("api/a.test.ts"',
      'describe("api/b.test.ts"',
    ]);
  });

  it('fail only for the file that cannot be loaded', () => {
    const source = groupSource({
      name: 'api/01.test.ts',
      files: [file('api/missing.test.ts'), file('api/b.test.ts')],
    });
    const harness = `
      const results = [];
      const describe = (name, body) => { results.push(name); body(); };
      const it = (name) => results.push(name);
      const require = (path) => { if (path.includes('missing')) throw new Error('no such file'); };
      ${source}
      console.log(results.join(', '));`;
    expect(spawnSync(process.execPath, ['-e', harness], { encoding: 'utf8' }).stdout.trim()).toBe(
      'api/missing.test.ts, loads, api/b.test.ts',
    );
  });
});
