module.exports = require('../tooling/src/jest/preset.cjs')({ name: 'mf-alerts', env: 'jsdom' });
