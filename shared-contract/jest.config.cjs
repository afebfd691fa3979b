module.exports = require('../tooling/src/jest/preset.cjs')({ name: 'shared-contract', env: 'node' });
