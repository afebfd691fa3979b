module.exports = require('./src/jest/preset.cjs')({ name: 'tooling', env: 'node' });
