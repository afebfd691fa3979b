import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundleSample, linkFederation } from '../testing/sample-bundle.ts';

// A plugin of the runtime is imported by its absolute path, as the federation plugin imports its own parts.
const config = `
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { baseConfig } from '${path.join(import.meta.dirname, 'base.ts')}';

const here = import.meta.dirname;
export default (mode) => {
  const config = baseConfig(here, 'sample', mode);
  return {
    ...config,
    entry: { main: path.join(here, 'area.ts') },
    cache: false,
    plugins: [
      ...config.plugins,
      new ModuleFederationPlugin({
        name: 'sample',
        filename: 'remoteEntry.js',
        exposes: { './area': path.join(here, 'area.ts') },
        runtimePlugins: [path.join(here, 'runtime.js')],
        manifest: false,
        dts: false,
      }),
    ],
  };
};
`;

const buildIn = async (root: string): Promise<Record<string, string>> => {
  linkFederation(root);
  const result = await bundleSample(root, {
    'webpack.config.ts': config,
    'package.json': '{ "type": "module" }',
    'area.ts': `export const mount = () => [import('./a-screen.ts'), import('./screen.ts')];`,
    'a-screen.ts': `import { large } from './large.ts'; export const screen: string = large + 'A';`,
    'screen.ts': `import { large } from './large.ts'; export const screen: string = large + 'B';`,
    // In a chunk of its own, for both screens.
    'large.ts': `export const large: string = '${'long '.repeat(10_000)}';`,
    'runtime.js': `export default () => ({ name: 'runtime' });`,
  });
  expect(result).toEqual({ built: true, stderr: '' });
  const dist = path.join(root, 'dist');
  const texts = readdirSync(dist).filter((file) => /\.(?:js|map)$/.test(file));
  return Object.fromEntries(texts.map((file) => [file, readFileSync(path.join(dist, file), 'utf8')]));
};

it('the same sources become the same files in two folders, source maps included', async () => {
  const roots = ['one-', 'another-'].map((folder) => mkdtempSync(path.join(tmpdir(), folder)));
  const [one, other] = await Promise.all(roots.map(buildIn));
  for (const root of roots) rmSync(root, { recursive: true, force: true });
  const names = Object.keys(one ?? {});
  expect(names).toEqual(expect.arrayContaining(['remoteEntry.js', 'remoteEntry.js.map']));
  expect(names.filter((name) => name.endsWith('.map')).length).toBeGreaterThan(1);
  expect(one?.[names.find((name) => /^area_ts.*js$/.test(name)) ?? '']).toMatch(
    /\.e\("a-screen_ts"\),\w+\.e\("large_ts"\)[^]*\.e\("large_ts"\),\w+\.e\("screen_ts"\)/,
  );
  expect(Object.keys(other ?? {})).toEqual(names);
  // The names alone: the texts fill many pages.
  expect(names.filter((name) => one?.[name] !== other?.[name])).toEqual([]);
});
