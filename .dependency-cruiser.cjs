// Import rules, checked by `depcruise` in `npm test` and explained in docs/architecture.md. tooling/src/checks/imports.test.ts
// plants a violation of each.

/** Code for tests and measurements; `npm start` does not install what it imports. */
const testTools = 'tooling/src/(bench|jest|soak|test)/';

const test = '[.]test[.]tsx?$|/testing/|(jest|webpack|playwright)[.]config[.]|^e2e/';

/** The workspace folders that a workspace folder may import, besides itself. Nothing may import an area. */
const packages = {
  'shared-contract': [],
  'shared-auth': ['shared-contract/'],
  'shared-ui': ['shared-auth/', 'shared-contract/'],
  'shared-filters': ['shared-ui/', 'shared-auth/', 'shared-contract/'],
  shell: ['shared-'],
  'mf-[^/]+': ['shared-'],
  // Only what does not need a browser.
  api: ['shared-contract/', 'shared-filters/src/(model|testing)/'],
  // For the dates of the benchmarks, and the turns of tests.
  tooling: ['api/', 'shared-contract/', 'shared-filters/src/(model|testing)/'],
  // For the sample area that its tests deploy, the identity provider that they sign in by, the repository of another team,
  // the turns of tests, and free ports.
  e2e: [
    'shared-ui/',
    'shared-filters/src/testing/',
    'api/src/features/session/oidc/testing/',
    'api/src/platform/testing/free-port[.]ts',
    'tooling/src/testing/team-repository[.]ts',
  ],
};
const workspace = '^(shared-|mf-|shell/|api/|tooling/|e2e/)';
/** Build and test configuration for every package. */
const presets = '^tooling/src/(webpack/index[.]ts|jest/)';

const packageRules = Object.entries(packages).map(([folder, allowed]) => ({
  name: `package-order-${folder.split('-').pop()?.replace('[^/]+', 'area')}`,
  comment: 'Packages import in one direction: see docs/architecture.md.',
  severity: 'error',
  from: { path: `^(${folder})/` },
  to: { path: workspace, pathNot: ['^$1/', presets, ...allowed.map((each) => `^${each}`)] },
}));

/** Libraries that only one package may import. */
const reservedRule = {
  name: 'design-system-only',
  comment: 'Only shared-ui may import Chakra, Nivo and Emotion.',
  severity: 'error',
  from: { pathNot: '^shared-ui/' },
  to: { path: ['node_modules/(@chakra-ui|@nivo|@emotion)/', '^(@chakra-ui|@nivo|@emotion)/'] },
};

/** The layers of the API: each imports those before it. What they all may import imports nothing. */
const layers = ['platform', 'people', 'activities', 'outputs', 'sendings'];
const leaf = 'deadlines[.]ts$';

const layerRules = layers.map((layer, index) => ({
  name: `api-${layer}-imports-no-upper-layer`,
  from: { path: `^api/src/${layer}/`, pathNot: test },
  to: { path: '^api/src/', pathNot: `^api/src/((${layers.slice(0, index + 1).join('|')})/|${leaf})` },
}));

const apiRules = [
  ...layerRules,
  ...['features', 'data'].map((group) => ({
    name: `api-${group}-import-no-neighbor`,
    from: { path: `^api/src/${group}/([^/]+)/`, pathNot: test },
    to: { path: '^api/src/', pathNot: `^api/src/((${group}/$1|${layers.join('|')})/|${leaf})` },
  })),
].map((rule) => ({
  comment:
    'In the API, features import the layers, and each layer those before it; the wiring is outside of them.',
  severity: 'error',
  ...rule,
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...packageRules,
    reservedRule,
    ...apiRules,
    {
      name: 'no-cycle',
      comment: 'Files must not import each other, not even types.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'public-exports-only',
      comment: 'Not in the `exports` of that package, or not a dependency of this one.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-path-into-a-package',
      comment: 'Packages are imported by name.',
      severity: 'error',
      from: { path: '^([^/]+)/' },
      to: {
        path: workspace,
        pathNot: ['^$1/', '^tooling/src/jest/'],
        dependencyTypes: ['local'],
      },
    },
    {
      name: 'declared-dependencies-only',
      comment: 'Add it to the package.json of this package.',
      severity: 'error',
      // The page provides these packages to the sample area.
      from: { pathNot: '^e2e/sample-area/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'development-dependencies-in-tests-only',
      severity: 'error',
      from: { pathNot: `${test}|^${testTools}` },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'type-only'] },
    },
    {
      name: 'start-without-test-tools',
      comment: '`npm start` does not install development dependencies.',
      severity: 'error',
      from: { path: '^tooling/src/cli/(build|create-admin|dev|import|start)[.]ts$' },
      to: { path: `^${testTools}`, reachable: true },
    },
    {
      name: 'testing-code-in-tests-only',
      severity: 'error',
      // `npm test` itself, and `pnpm soak`, a long test that is started manually.
      from: { pathNot: `${test}|^tooling/src/(soak|test)/` },
      to: { path: '/testing/', pathNot: 'node_modules' },
    },
  ],
  options: {
    parser: 'swc',
    // Type imports count as dependencies as well.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: {
      path: [
        '(^|/)(dist|[.]cache|test-results)/',
        '^tooling/(fixtures|src/create/templates)/',
        // Built in another folder, with the kit.
        '^e2e/strangers-area/',
      ],
    },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.mts', '.js', '.cjs', '.mjs', '.json'],
    },
  },
};
