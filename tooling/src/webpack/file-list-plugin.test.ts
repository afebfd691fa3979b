import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundleSample, linkFederation } from '../testing/sample-bundle.ts';
import { listPreloaded } from '../host/preloaded-packages.ts';
import type { FileList } from './file-list-plugin.ts';

const config = `
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { FileListPlugin } from '${path.join(import.meta.dirname, 'file-list-plugin.ts')}';

const options = { singleton: true, requiredVersion: '^1.0.0', version: '1.0.0' };
const shared = { first: options, second: options };
export default (mode) => ({
  mode,
  context: import.meta.dirname,
  entry: './index.js',
  output: { path: path.join(import.meta.dirname, 'dist') },
  optimization: { chunkIds: 'named' },
  plugins: [
    new ModuleFederationPlugin({ name: 'sample', shared, manifest: false, dts: false }),
    new FileListPlugin({ container: 'sample', groups: ['main', 'start'], shared, onDemand: ['first', 'second'], late: ['first', 'second'] }),
  ],
});
`;

const manifest = `{ "version": "1.0.0", "type": "module", "sideEffects": false, "exports": "./index.js" }`;

describe('a package that passes on what is shared', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'files-'));
  let list: FileList;

  beforeAll(async () => {
    linkFederation(root);
    await bundleSample(root, {
      'webpack.config.ts': config,
      'package.json': '{ "type": "module" }',
      'index.js': `import(/* webpackChunkName: "start" */ './start.js');`,
      'start.js': `import { one } from 'whole'; console.log(one);`,
      'node_modules/whole/package.json': manifest,
      'node_modules/whole/index.js': `export * from 'first'; export { two } from 'second';`,
      'node_modules/first/package.json': manifest,
      'node_modules/first/index.js': 'export const one = 1;',
      'node_modules/second/package.json': manifest,
      'node_modules/second/index.js': 'export const two = 2;',
    });
    list = JSON.parse(readFileSync(path.join(root, 'dist', 'files.json'), 'utf8')) as FileList;
  });

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('takes only the packages that have what is imported', () => {
    expect(list.consumes).toEqual(['first']);
    expect(list.takes).toEqual({ first: ['one'] });
  });

  it('has the files of those among the first ones, also if other pages can do without', () => {
    expect(list.shared['first']).not.toEqual([]);
    expect(list.initial).toEqual(expect.arrayContaining(list.shared['first']!));
  });

  it('lists the packages that no page preloads beside the others, so that deploys know that they are provided', () => {
    expect(Object.keys(list.shared)).toEqual(['first']);
    // Nothing takes the second one, so that the build does not have it.
    expect(list.late).toEqual(['first']);
    expect(listPreloaded(list, ['first'])).toEqual([]);
    expect(listPreloaded({ shared: list.shared }, ['first'])).toEqual(list.shared['first']);
  });
});
