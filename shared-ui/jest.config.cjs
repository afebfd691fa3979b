module.exports = require('../tooling/src/jest/preset.cjs')({ name: 'ui', env: 'jsdom' });
