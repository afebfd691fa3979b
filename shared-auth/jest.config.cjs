module.exports = require('../tooling/src/jest/preset.cjs')({ name: 'auth', env: 'jsdom' });
