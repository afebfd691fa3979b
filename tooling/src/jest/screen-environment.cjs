// A browser's page for tests of components (.test.tsx) and of what else needs one (.dom.test.ts); Node, which starts in a
// fraction of the time, for the rest.
const DomEnvironment = require('./dom-environment.cjs');
const NodeEnvironment = require('./node-environment.cjs');

/** Called with `new`, as Jest does; the environment that fits is what it makes. */
module.exports = function ScreenEnvironment(config, context) {
  const needsDom = /\.(test\.tsx|dom\.test\.ts)$/.test(context.testPath);
  return needsDom ? new DomEnvironment(config, context) : new NodeEnvironment(config, context);
};
