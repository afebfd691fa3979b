// A console.error fails a screen test: React's warnings are defects, not noise.
const { format } = require('node:util');

// A deadline, not a wait: a busy machine may take longer than a second to show what a test waits for.
if (typeof document !== 'undefined') require('@testing-library/dom').configure({ asyncUtilTimeout: 10_000 });

/**
 * About the test, not about what it shows: servers answer when they will, also between two steps. What a test waits for
 * it asks for by name.
 */
const isOfTiming = (text) => text.includes('inside a test was not wrapped in act(');

let errors = [];
const original = console.error;

beforeEach(() => {
  errors = [];
  console.error = (...args) => {
    const text = format(...args);
    if (!isOfTiming(text)) errors.push(text);
  };
});

afterEach(() => {
  console.error = original;
  if (errors.length > 0) throw new Error(`console.error was called:\n${errors.join('\n')}`);
});
