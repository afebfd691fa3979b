module.exports = require('../tooling/src/jest/preset.cjs')({ name: 'mf-admin', env: 'jsdom' });
