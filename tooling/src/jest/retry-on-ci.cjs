// Repeats a failed test once in continuous integration, and prints its first error. One that passes then has still failed:
// the second attempt tells that it depends on time or on another test.
if (process.env.CI) jest.retryTimes(1, { logErrorsBeforeRetry: true, retryImmediately: true });
