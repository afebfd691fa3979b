module.exports = {
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
