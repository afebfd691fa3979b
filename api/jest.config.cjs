module.exports = {
  ...require('../tooling/src/jest/preset.cjs')({ name: 'api', env: 'node' }),
  globalSetup: '<rootDir>/src/platform/testing/global-setup.ts',
  globalTeardown: '<rootDir>/src/platform/testing/global-teardown.ts',
};
