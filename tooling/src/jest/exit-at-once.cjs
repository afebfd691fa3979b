// Jest reports a worker as a leak if it has not exited half a second after its last test. Node takes longer than that to
// stop idle database threads and to free gigabytes of heap, so the worker ends itself. `beforeExit` is only emitted when
// nothing is left open, so real leaks are still reported.
if (process.send) {
  process.once('beforeExit', () => {
    process.once('exit', () => process.kill(process.pid, 'SIGKILL'));
    process.exit();
  });
}
