import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { importProblems } from './imports.ts';

const manifest = (name: string, ...dependencies: string[]) =>
  JSON.stringify({
    name: `@readerlens/${name}`,
    exports: {
      '.': './src/index.ts',
      './testing': './src/testing/index.ts',
      './model': './src/model/index.ts',
    },
    dependencies: Object.fromEntries(dependencies.map((each) => [each, '*'])),
    devDependencies: { 'fast-check': '*' },
  });

const library = (name: string) => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, main: 'index.js' }),
  [`node_modules/${name}/index.js`]: 'module.exports = {};',
});

const planted: Record<string, string> = {
  ...library('@chakra-ui/react'),
  ...library('left-pad'),
  ...library('fast-check'),
  'shared-contract/package.json': manifest('contract'),
  'shared-contract/src/index.ts': 'export const calls = {};',
  'shared-auth/package.json': manifest('auth', '@readerlens/mf-bad'),
  'shared-auth/src/index.ts': "export { area } from '@readerlens/mf-bad';",
  'shared-auth/src/testing/index.ts': 'export const session = 1;',
  'shared-filters/package.json': manifest('filters'),
  'shared-filters/src/index.ts': 'export const panel = 1;',
  'shared-filters/src/model/index.ts': 'export const model = 1;',
  'mf-bad/package.json': manifest('mf-bad', '@chakra-ui/react', '@readerlens/auth'),
  'mf-bad/src/index.ts': [
    "import '@chakra-ui/react';",
    "import 'left-pad';",
    "import 'fast-check';",
    "import type { token } from '@readerlens/auth/src/token.ts';",
    "import { session } from '@readerlens/auth/testing';",
    "import { calls } from '../../shared-contract/src/index.ts';",
    'export const area = [session, calls];',
  ].join('\n'),
  'tooling/package.json': manifest('tooling'),
  'tooling/src/cli/start.ts': "import '../helper.ts';",
  'tooling/src/helper.ts': "import './test/browser.ts';",
  'tooling/src/test/browser.ts': 'export const browser = 1;',
  // Allowed in a test.
  'mf-bad/src/index.test.ts': "import 'fast-check';\nimport '@readerlens/auth/testing';",
  'api/package.json': manifest('api', '@readerlens/filters'),
  'api/src/app.ts': "export const app = await import('./features/review/review.ts');",
  'api/src/platform/upward.ts': "import type { person } from '../people/person.ts';\nexport const up = 1;",
  'api/src/people/person.ts': "import '../features/review/review.ts';\nexport const person = 1;",
  'api/src/people/wired.ts': "import '../app.ts';",
  'api/src/activities/early.ts': "import '../sendings/late.ts';",
  'api/src/outputs/early.ts': "import '../sendings/late.ts';",
  // What each layer may import.
  'api/src/sendings/late.ts': "import '../people/person.ts';\nimport '../deadlines.ts';",
  'api/src/deadlines.ts': 'export const soon = 1;',
  'api/src/sendings/wired.ts': "import '../app.ts';",
  'api/src/features/review/review.ts': "import '@readerlens/filters/model';\nexport const review = 1;",
  'api/src/features/sharing/sharing.ts': "import '../review/review.ts';\nimport '../../data/demo/demo.ts';",
  'api/src/data/demo/demo.ts': "import '../../features/review/review.ts';",
  'api/src/data/import/import.ts': "import '@readerlens/filters';\nimport '../demo/demo.ts';",
  'api/src/platform/db/a.ts': "import type { B } from './b.ts';\nexport type A = B;",
  'api/src/platform/db/b.ts': "import type { A } from './a.ts';\nexport type B = A;",
  'api/src/platform/mail/mail.ts': "import '../db/log.ts';",
  'api/src/platform/mail/people.ts': 'export const people = 1;',
  'api/src/platform/db/log.ts': "import '../mail/people.ts';",
  // A test may import from any layer.
  'api/src/platform/db/a.test.ts': "import '../../features/review/review.ts';",
};

const workspaces: Record<string, string> = {
  auth: 'shared-auth',
  contract: 'shared-contract',
  filters: 'shared-filters',
  'mf-bad': 'mf-bad',
};

describe('the import rules', () => {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'imports-')));
  beforeAll(() => {
    for (const [file, text] of Object.entries(planted)) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
    }
    mkdirSync(path.join(root, 'node_modules/@readerlens'));
    for (const [name, folder] of Object.entries(workspaces))
      symlinkSync(path.join(root, folder), path.join(root, 'node_modules/@readerlens', name));
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('report exactly the planted violations', async () => {
    expect((await importProblems(root)).sort()).toEqual([
      'api-activities-imports-no-upper-layer: api/src/activities/early.ts -> api/src/sendings/late.ts',
      'api-data-import-no-neighbor: api/src/data/demo/demo.ts -> api/src/features/review/review.ts',
      'api-data-import-no-neighbor: api/src/data/import/import.ts -> api/src/data/demo/demo.ts',
      'api-features-import-no-neighbor: api/src/features/sharing/sharing.ts -> api/src/data/demo/demo.ts',
      'api-features-import-no-neighbor: api/src/features/sharing/sharing.ts -> api/src/features/review/review.ts',
      'api-outputs-imports-no-upper-layer: api/src/outputs/early.ts -> api/src/sendings/late.ts',
      'api-people-imports-no-upper-layer: api/src/people/person.ts -> api/src/features/review/review.ts',
      'api-people-imports-no-upper-layer: api/src/people/wired.ts -> api/src/app.ts',
      'api-platform-imports-no-upper-layer: api/src/platform/upward.ts -> api/src/people/person.ts',
      'api-sendings-imports-no-upper-layer: api/src/sendings/wired.ts -> api/src/app.ts',
      'declared-dependencies-only: mf-bad/src/index.ts -> node_modules/left-pad/index.js',
      'design-system-only: mf-bad/src/index.ts -> node_modules/@chakra-ui/react/index.js',
      'development-dependencies-in-tests-only: mf-bad/src/index.ts -> node_modules/fast-check/index.js',
      'no-cycle: api/src/platform/db/a.ts -> api/src/platform/db/b.ts -> api/src/platform/db/a.ts',
      'no-folder-cycle: api/src/platform/db -> api/src/platform/mail -> api/src/platform/db',
      'no-folder-cycle: api/src/platform/mail -> api/src/platform/db -> api/src/platform/mail',
      'no-path-into-a-package: mf-bad/src/index.ts -> shared-contract/src/index.ts',
      'package-order-api: api/src/data/import/import.ts -> shared-filters/src/index.ts',
      'package-order-auth: shared-auth/src/index.ts -> mf-bad/src/index.ts',
      'public-exports-only: mf-bad/src/index.ts -> @readerlens/auth/src/token.ts',
      'start-without-test-tools: tooling/src/cli/start.ts -> tooling/src/test/browser.ts',
      'testing-code-in-tests-only: mf-bad/src/index.ts -> shared-auth/src/testing/index.ts',
    ]);
  });
});
