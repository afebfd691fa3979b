import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundleSample, linkFederation } from '../testing/sample-bundle.ts';

// A plugin of the runtime is imported by its absolute path, as the federation plugin imports its own parts.
const config = `
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { FixedIdsPlugin } from '${path.join(import.meta.dirname, 'fixed-ids-plugin.ts')}';

const here = import.meta.dirname;
export default (mode) => ({
  mode,
  context: here,
  entry: {},
  output: { path: path.join(here, 'dist') },
  optimization: { minimize: false, moduleIds: 'deterministic' },
  plugins: [
    new FixedIdsPlugin(),
    new ModuleFederationPlugin({
      name: 'sample',
      filename: 'remoteEntry.js',
      exposes: { './area': path.join(here, 'area.js') },
      runtimePlugins: [path.join(here, 'runtime.js')],
      manifest: false,
      dts: false,
    }),
  ],
});
`;

it('the same sources become the same container in two folders', () => {
  const roots = ['one-', 'other-'].map((name) => mkdtempSync(path.join(tmpdir(), name)));
  const built = roots.map((root) => {
    linkFederation(root);
    const result = bundleSample(root, {
      'webpack.config.ts': config,
      'package.json': '{ "type": "module" }',
      'area.js': 'export const mount = () => undefined;',
      'runtime.js': `export default () => ({ name: 'runtime' });`,
    });
    expect(result).toEqual({ status: 0, stderr: '' });
    // Comments, which are not minified here, name the files that the federation plugin generates.
    return readFileSync(path.join(root, 'dist', 'remoteEntry.js'), 'utf8').replaceAll(
      /entry\.[0-9a-f]+/g,
      'entry',
    );
  });
  for (const root of roots) rmSync(root, { recursive: true, force: true });
  expect(built[0]).toContain('/***/ "federation"');
  expect(built[1]).toBe(built[0]);
});
