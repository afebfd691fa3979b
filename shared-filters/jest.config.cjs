module.exports = require('../tooling/src/jest/preset.cjs')({ name: 'filters', env: 'jsdom' });
