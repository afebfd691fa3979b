// jsdom for tests of components (.test.tsx) and of other browser code (.dom.test.ts); Node, which starts much faster, for
// all others.
const DomEnvironment = require('./dom-environment.cjs');
const NodeEnvironment = require('./node-environment.cjs');

/** Jest calls it with `new`, which returns the matching environment instead of `this`. */
module.exports = function ScreenEnvironment(config, context) {
  const needsDom = /\.(test\.tsx|dom\.test\.ts)$/.test(context.testPath);
  return needsDom ? new DomEnvironment(config, context) : new NodeEnvironment(config, context);
};
