module.exports = {
  // The deadline of a hung test; two cores are shared by all of them.
  testTimeout: 120_000,
  // Modules of every test file stay in a worker's memory; a build machine may have little of it.
  workerIdleMemoryLimit: '2GB',
  projects: [
    'shared-contract',
    'shared-auth',
    'shared-filters',
    'shared-ui',
    'shell',
    'mf-analytics',
    'mf-review',
    'mf-admin',
    'mf-alerts',
    'mf-onboarding',
    'api',
    'tooling',
  ].map((p) => `<rootDir>/${p}`),
};
