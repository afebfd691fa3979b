// A console.error fails a screen test: React's warnings are defects, not noise.
const { format } = require('node:util');

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
