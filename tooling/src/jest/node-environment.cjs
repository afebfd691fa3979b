// Node with state that is shared by all test files of a worker, for resources that are too expensive to create for each
// file. Modules cannot share it, because Jest gives each file its own.
const { TestEnvironment } = require('jest-environment-node');
const measureCpu = require('./measure-cpu.cjs');
require('./exit-at-once.cjs');

const workerState = new Map();

module.exports = class NodeEnvironment extends measureCpu(TestEnvironment) {
  async setup() {
    await super.setup();
    this.global.workerState = workerState;
  }
};
