// A console.error fails the test, because React's warnings are defects.
const { format } = require('node:util');

// The default of one second is too short for a busy machine.
if (typeof document !== 'undefined') require('@testing-library/dom').configure({ asyncUtilTimeout: 10_000 });

/** A warning about the test, not the component: responses may arrive between two steps of a test. */
const isActWarning = (text) => text.includes('inside a test was not wrapped in act(');

let errors = [];
const original = console.error;

beforeEach(() => {
  errors = [];
  console.error = (...args) => {
    const text = format(...args);
    if (!isActWarning(text)) errors.push(text);
  };
});

afterEach(() => {
  console.error = original;
  if (errors.length > 0) throw new Error(`console.error was called:\n${errors.join('\n')}`);
});
