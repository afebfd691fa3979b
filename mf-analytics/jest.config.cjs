module.exports = require('../tooling/src/jest/preset.cjs')({ name: 'mf-analytics', env: 'jsdom' });
