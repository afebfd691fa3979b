// Retries a failed test once on busy build machines, as the browser tests do, and prints its first error.
if (process.env.CI) jest.retryTimes(1, { logErrorsBeforeRetry: true, retryImmediately: true });
