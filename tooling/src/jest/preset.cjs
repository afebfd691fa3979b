// Jest configuration of every package. swc transpiles without checking types. `env` is 'node' or 'jsdom', `name` the
// folder of the package. With TEST_GROUPS, a folder, the generated groups of its test files run instead of the files.
const path = require('node:path');

const groups = process.env.TEST_GROUPS;
const swc = require.resolve('@swc/jest');

/** All packages but the ESM-only ones, which must be transpiled to CommonJS. */
const notTranspiled =
  /node_modules\/(?!.*(?:d3-|internmap|delaunator|robust-predicates|@nivo|@faker-js|@readerlens\/(?:auth|contract|filters|ui)\/|uqr|nanoid))/;

module.exports = ({ name, env = 'node' }) => ({
  displayName: name,
  testEnvironment: require.resolve(env === 'jsdom' ? './screen-environment.cjs' : './node-environment.cjs'),
  roots: [groups ? path.join(groups, name) : '<rootDir>'],
  testMatch: ['**/*.test.{ts,tsx}'],
  transform: {
    '^.+\\.(t|j|mj)sx?$': [
      swc,
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          target: 'es2023',
          transform: { react: { runtime: 'automatic' } },
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  transformIgnorePatterns: [notTranspiled.source],
  setupFilesAfterEnv: [
    require.resolve('./retry-on-ci.cjs'),
    ...(env === 'jsdom' ? [require.resolve('./setup-dom.cjs')] : []),
  ],
});
