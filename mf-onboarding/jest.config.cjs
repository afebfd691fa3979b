module.exports = require('../tooling/src/jest/preset.cjs')({ name: 'mf-onboarding', env: 'jsdom' });
