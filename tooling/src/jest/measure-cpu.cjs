// Appends the CPU seconds of each test file to the file in TEST_CPU_LOG, a JSON object per line. In a group, each file is
// an outer `describe`: loading it and running its tests count, and what remains is of the group.
const { appendFileSync } = require('node:fs');
const { cpuSeconds } = require('./cpu-seconds.cjs');

const root = 'ROOT_DESCRIBE_BLOCK';

const isOuter = (block) => block.parent?.name === root;

module.exports = (Environment) =>
  class extends Environment {
    constructor(config, context, ...more) {
      super(config, context, ...more);
      this.testPath = context.testPath;
      this.startedWith = cpuSeconds();
      this.depth = 0;
      this.seconds = new Map();
    }

    // Not async: declarations are not awaited, and the measurement would begin after them.
    handleTestEvent(event) {
      if (!process.env.TEST_GROUPS) return;
      if (event.name === 'start_describe_definition' && this.depth++ === 0) this.begin();
      if (event.name === 'finish_describe_definition' && --this.depth === 0) this.end(event.blockName);
      if (event.name === 'run_describe_start' && isOuter(event.describeBlock)) this.begin();
      if (event.name === 'run_describe_finish' && isOuter(event.describeBlock))
        this.end(event.describeBlock.name);
    }

    begin() {
      this.begunWith = cpuSeconds();
    }

    end(name) {
      this.seconds.set(name, (this.seconds.get(name) ?? 0) + cpuSeconds() - this.begunWith);
    }

    async teardown() {
      await super.teardown();
      const log = process.env.TEST_CPU_LOG;
      if (!log) return;
      const total = cpuSeconds() - this.startedWith;
      const inFiles = [...this.seconds.values()].reduce((sum, seconds) => sum + seconds, 0);
      const lines = [...this.seconds, [this.testPath, total - inFiles]].map(
        ([name, seconds]) => `${JSON.stringify({ name, seconds })}\n`,
      );
      appendFileSync(log, lines.join(''));
    }
  };
