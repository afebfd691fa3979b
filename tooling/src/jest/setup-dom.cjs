// For tests with a DOM: waits without a deadline of their own, a fresh page for each test, and no console.error.
const { format } = require('node:util');

const elementError = 'TestingLibraryElementError';

/** Loads Testing Library of React here, so that it cleans up after the tests of all files that share these modules. */
const loadTestingLibrary = () => {
  try {
    require(require.resolve('@testing-library/react', { paths: [packageFolder] }));
  } catch (error) {
    // Packages without components do not have it.
    if (error.code !== 'MODULE_NOT_FOUND') throw error;
  }
};

/** Jest prints the stack of an error, which begins with its message. */
const setMessage = (error, message) => {
  const stack = error.stack.slice(error.stack.indexOf('\n    at '));
  return Object.assign(error, { message, stack: `${error.name}: ${message}${stack}` });
};

const configureWaits = () => {
  const { configure, getConfig } = require('@testing-library/dom');
  const usual = getConfig();
  configure({
    // A wait ends one second before its test or hook would, so that its error is printed instead of a mere timeout.
    asyncWrapper: async (wait) => {
      configure({ asyncUtilTimeout: Math.max(0, msToDeadline() - 1000) });
      try {
        return await usual.asyncWrapper(wait);
      } catch (error) {
        throw error?.name === elementError ? setMessage(error, error.message) : error;
      }
    },
    // Printing the page costs much. A wait does so once, after its last attempt.
    getElementError: (message, container) => {
      const { _disableExpensiveErrorDiagnostics: isPolling } = getConfig();
      if (!isPolling) return usual.getElementError(message, container);
      return Object.assign(new Error(message), { name: elementError });
    },
  });
};

/** Before rather than after each test, because this hook runs before those of the test file. */
const resetPageBeforeEach = () => {
  const { title } = document;
  beforeEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
    localStorage.clear();
    sessionStorage.clear();
    history.replaceState(null, '', '/');
    document.title = title;
  });
};

/**
 * On the real clock, what waits for three seconds or longer never happens: a message would disappear between two steps of
 * a test on a busy machine. Tests of such timers move a fake clock.
 */
const stopSlowTimers = () => {
  const { getConfig } = require('@testing-library/dom');
  const isSlow = (ms) => ms >= 3000 && ms !== getConfig().asyncUtilTimeout;
  for (const name of ['setTimeout', 'setInterval']) {
    const start = window[name];
    window[name] = (work, ms, ...args) => start(isSlow(ms) ? () => {} : work, ms, ...args);
  }
};

if (typeof document !== 'undefined') {
  loadTestingLibrary();
  stopSlowTimers();
  configureWaits();
  resetPageBeforeEach();
}

/** A warning about the test, not the component: responses may arrive between two steps of a test. */
const isActWarning = (text) => text.includes('inside a test was not wrapped in act(');

let errors = [];
const original = console.error;

// React's warnings are defects.
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
