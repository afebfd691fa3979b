// Node takes seconds to free the heap of a worker with hundreds of test files, and Jest reports any worker that has not
// exited after half a second as a leak. `beforeExit` comes only when nothing is left open, so a real leak is still reported.
if (process.send) process.once('beforeExit', () => process.exit());
