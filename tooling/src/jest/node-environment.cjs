// Node, with a place for what is too costly to make for each test file: every file has its own modules, this is shared by
// all files of a worker process.
const { TestEnvironment } = require('jest-environment-node');

const keptBetweenFiles = new Map();

module.exports = class NodeEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.keptBetweenFiles = keptBetweenFiles;
  }
};
