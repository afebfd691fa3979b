module.exports = require('../tooling/src/jest/preset.cjs')({ name: 'contract', env: 'node' });
