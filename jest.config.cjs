module.exports = {
  // The deadline of a hung test; two cores are shared by all of them.
  testTimeout: 30_000,
  projects: [
    'shared-contract',
    'shared-auth',
    'shared-filters',
    'shared-ui',
    'shell',
    'mf-analytics',
    'api',
    'tooling',
  ].map((p) => `<rootDir>/${p}`),
};
