// Groups of test files start with the heaviest, so that none of them is left alone at the end. The first line of a group
// names its weight.
const { readFileSync } = require('node:fs');
const { default: Sequencer } = require('@jest/test-sequencer');

const readWeight = ({ path }) => Number(/^\/\/ weight (\d+)/.exec(readFileSync(path, 'utf8'))?.[1] ?? 0);

module.exports = class HeaviestFirst extends Sequencer {
  sort(tests) {
    return tests
      .map((test) => ({ test, weight: readWeight(test) }))
      .sort((a, b) => b.weight - a.weight)
      .map(({ test }) => test);
  }
};
