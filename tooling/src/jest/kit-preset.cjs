// The preset for areas with the area kit, which has this folder and the shared packages.
const path = require('node:path');
const preset = require('./preset.cjs');

module.exports = ({ name }) => ({
  ...preset({ name, env: 'jsdom' }),
  modulePaths: [path.join(__dirname, '..', 'node_modules')],
});
