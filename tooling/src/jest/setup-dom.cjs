// A console.error fails a screen test: React's warnings are defects, not noise.
const { format } = require('node:util');
const { configure } = require('@testing-library/dom');

// A deadline, not a wait: a busy machine may take longer than a second to show what a test waits for.
configure({ asyncUtilTimeout: 10_000 });

let errors = [];
const original = console.error;

beforeEach(() => {
  errors = [];
  console.error = (...args) => errors.push(format(...args));
});

afterEach(() => {
  console.error = original;
  if (errors.length > 0) throw new Error(`console.error was called:\n${errors.join('\n')}`);
});
