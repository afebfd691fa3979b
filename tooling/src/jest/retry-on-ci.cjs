// As in the browser: a second try on a busy build machine. What needed it is printed with its first error.
if (process.env.CI) jest.retryTimes(1, { logErrorsBeforeRetry: true, retryImmediately: true });
