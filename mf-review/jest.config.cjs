module.exports = require('../tooling/src/jest/preset.cjs')({ name: 'mf-review', env: 'jsdom' });
