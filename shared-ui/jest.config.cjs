module.exports = require('../tooling/src/jest/preset.cjs')({ name: 'shared-ui', env: 'jsdom' });
