import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repositoryRoot } from '../paths.ts';

const ours = (file: string) => `from '${path.join(import.meta.dirname, file)}'`;

const config = `
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { FileListPlugin } ${ours('file-list-plugin.ts')};
import { ProvidedExportsPlugin } ${ours('provided-exports-plugin.ts')};

const options = { singleton: true, requiredVersion: '^1.0.0', version: '1.0.0' };
const shared = { halved: options, whole: options };
const inPart = { halved: ['kept', 'spare'] };
export default (mode) => ({
  mode,
  context: import.meta.dirname,
  entry: './index.js',
  output: { path: path.join(import.meta.dirname, 'dist') },
  plugins: [
    new ModuleFederationPlugin({ name: 'sample', shared, manifest: false, dts: false }),
    new FileListPlugin({ container: 'sample', groups: ['main'], shared, inPart }),
    new ProvidedExportsPlugin(inPart),
  ],
});
`;

const manifest = `{ "version": "1.0.0", "type": "module", "sideEffects": false, "exports": "./index.js" }`;
const library = `
export const kept = () => 'KEPT';
export const spare = () => 'SPARE';
export const dropped = () => 'DROPPED';
`;

jest.setTimeout(60_000);

describe('a package that is provided in part', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'provided-'));

  /** Bundles a shell with one line of its own code, as production does. */
  const bundle = (code: string) => {
    const files = {
      'webpack.config.ts': config,
      'package.json': '{ "type": "module" }',
      'index.js': `import('./start.js');`,
      'start.js': code,
      'node_modules/halved/package.json': manifest,
      'node_modules/halved/index.js': library,
      'node_modules/whole/package.json': manifest,
      'node_modules/whole/index.js': 'export const one = 1; export const two = 2;',
    };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
      writeFileSync(path.join(root, name), text);
    }
    const script = path.join(repositoryRoot, 'tooling', 'src', 'build', 'bundle.ts');
    return spawnSync(process.execPath, [script, root, 'production'], { encoding: 'utf8' });
  };

  beforeAll(() => {
    const enhanced = path.join('node_modules', '@module-federation');
    mkdirSync(path.join(root, 'node_modules'), { recursive: true });
    symlinkSync(path.join(repositoryRoot, 'tooling', enhanced), path.join(root, enhanced));
  });

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('is in the bundle, and said to be, with all that is provided, used or not, and with nothing else', () => {
    const { status, stderr } = bundle(
      `import { kept } from 'halved'; import { one } from 'whole'; console.log(kept(), one);`,
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const dist = path.join(root, 'dist');
    const scripts = readdirSync(dist).filter((file) => file.endsWith('.js'));
    const text = scripts.map((file) => readFileSync(path.join(dist, file), 'utf8')).join('\n');
    expect(['KEPT', 'SPARE', 'DROPPED'].filter((word) => text.includes(word))).toEqual(['KEPT', 'SPARE']);
    expect(JSON.parse(readFileSync(path.join(dist, 'files.json'), 'utf8'))).toMatchObject({
      gives: { halved: ['kept', 'spare'], whole: ['one', 'two'] },
      takes: { halved: ['kept'], whole: ['one'] },
    });
  });

  it('fails the build of whoever asks for more, or for all', () => {
    const { status, stderr } = bundle(
      `import { dropped } from 'halved'; import * as all from 'halved'; console.log(dropped(), all);`,
    );
    expect(status).toBe(1);
    expect(stderr).toContain("'dropped' of halved");
    expect(stderr).toContain("'*' of halved");
  });
});
