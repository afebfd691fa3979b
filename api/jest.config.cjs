module.exports = require('../tooling/src/jest/preset.cjs')({ name: 'api', env: 'node' });
