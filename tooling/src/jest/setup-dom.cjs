// For tests with a DOM: waits without a deadline of their own, a fresh page for each test, and no console.error.
const { format } = require('node:util');

const elementError = 'TestingLibraryElementError';

/** Of this package; undefined if it does not have the library, as packages without components. */
const requireIfPresent = (library) => {
  try {
    return require(require.resolve(library, { paths: [packageFolder] }));
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error;
    return undefined;
  }
};

/** Loads Testing Library of React here, so that it cleans up after the tests of all files that share these modules. */
const loadTestingLibrary = () => requireIfPresent('@testing-library/react');

const reactInternals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';

/**
 * React's development build takes a stack trace for each element, for the stack that a warning prints: a seventh of the
 * time of a component test. It leaves that out after many within a second, which is always so here. Warnings are the same
 * otherwise, and name the component.
 */
const skipOwnerStacks = () => {
  const internals = requireIfPresent('react')?.[reactInternals];
  if (internals)
    Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} });
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

/**
 * Before rather than after each test, because this hook runs before those of the test file. The session is in a module too, which
 * the files of a group share.
 */
const resetPageBeforeEach = () => {
  const { title } = document;
  const auth = requireIfPresent('@readerlens/auth');
  beforeEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
    auth?.clearSession();
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
  skipOwnerStacks();
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
