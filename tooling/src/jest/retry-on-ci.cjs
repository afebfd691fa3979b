// Repeats a failed test once in continuous integration, and prints its first error. NO_RETRIES, as in the soak, fails it.
if (process.env.CI && !process.env.NO_RETRIES)
  jest.retryTimes(1, { logErrorsBeforeRetry: true, retryImmediately: true });
