import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundleSample, linkFederation } from '../testing/sample-bundle.ts';

const fromHere = (file: string) => `from '${path.join(import.meta.dirname, file)}'`;

const config = `
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { FileListPlugin } ${fromHere('file-list-plugin.ts')};
import { ProvidedExportsPlugin } ${fromHere('provided-exports-plugin.ts')};

const options = { singleton: true, requiredVersion: '^1.0.0', version: '1.0.0' };
const shared = { partial: options, whole: options };
const partialExports = { partial: ['kept', 'spare'] };
export default (mode) => ({
  mode,
  context: import.meta.dirname,
  entry: './index.js',
  output: { path: path.join(import.meta.dirname, 'dist') },
  plugins: [
    new ModuleFederationPlugin({ name: 'sample', shared, manifest: false, dts: false }),
    new FileListPlugin({ container: 'sample', groups: ['main'], shared, partialExports }),
    new ProvidedExportsPlugin(partialExports),
  ],
});
`;

const manifest = `{ "version": "1.0.0", "type": "module", "sideEffects": false, "exports": "./index.js" }`;
const library = `
export const kept = () => 'KEPT';
export const spare = () => 'SPARE';
export const dropped = () => 'DROPPED';
`;

describe('a partially provided package', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'provided-'));

  /** Bundles a shell with the given code. */
  const bundle = (code: string) =>
    bundleSample(root, {
      'webpack.config.ts': config,
      'package.json': '{ "type": "module" }',
      'index.js': `import('./start.js');`,
      'start.js': code,
      'node_modules/partial/package.json': manifest,
      'node_modules/partial/index.js': library,
      'node_modules/whole/package.json': manifest,
      'node_modules/whole/index.js': 'export const one = 1; export const two = 2;',
    });

  beforeAll(() => linkFederation(root));

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('has exactly its provided exports in the bundle and in files.json, used or not', async () => {
    const { built, stderr } = await bundle(
      `import { kept } from 'partial'; import { one } from 'whole'; console.log(kept(), one);`,
    );
    expect({ built, stderr }).toEqual({ built: true, stderr: '' });
    const dist = path.join(root, 'dist');
    const scripts = readdirSync(dist).filter((file) => file.endsWith('.js'));
    const text = scripts.map((file) => readFileSync(path.join(dist, file), 'utf8')).join('\n');
    expect(['KEPT', 'SPARE', 'DROPPED'].filter((word) => text.includes(word))).toEqual(['KEPT', 'SPARE']);
    expect(JSON.parse(readFileSync(path.join(dist, 'files.json'), 'utf8'))).toMatchObject({
      gives: { partial: ['kept', 'spare'], whole: ['one', 'two'] },
      takes: { partial: ['kept'], whole: ['one'] },
    });
  });

  it('fails a build that imports other exports or the namespace', async () => {
    const { built, stderr } = await bundle(
      `import { dropped } from 'partial'; import * as all from 'partial'; console.log(dropped(), all);`,
    );
    expect(built).toBe(false);
    expect(stderr).toContain("'dropped' of partial");
    expect(stderr).toContain("'*' of partial");
  });
});
