module.exports = require('../tooling/src/jest/preset.cjs')({ name: 'shared-auth', env: 'jsdom' });
