// Tests are excluded: they import the whole API, which would create a cycle through every folder.
const { options } = require('../../../.dependency-cruiser.cjs');

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycle',
      comment: 'Folders must not import each other.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    ...options,
    exclude: { path: `${options.exclude.path}|[.]test[.]tsx?$|/testing/|^e2e/|[.]config[.]` },
  },
};
