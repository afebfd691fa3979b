module.exports = require('../tooling/src/jest/preset.cjs')({ name: 'shared-filters', env: 'jsdom' });
