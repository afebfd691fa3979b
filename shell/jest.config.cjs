module.exports = require('../tooling/src/jest/preset.cjs')({ name: 'shell', env: 'jsdom' });
