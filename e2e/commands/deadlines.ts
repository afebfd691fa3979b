/** Deadline of a test, in milliseconds. */
export const testTimeout = 180_000;

/** Deadline of a test that looks at many states. No wait may have a shorter one than its test. */
export const longestTimeout = 300_000;
