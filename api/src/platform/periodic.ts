export interface Periodic {
  /** Runs no more; resolves when a run that is under way has ended. */
  stop(): Promise<void>;
}

/** Runs work at once and then again after each pause, never twice at a time. `onError` hears of failures. */
export const periodically = (
  work: () => Promise<unknown>,
  pauseMs: number,
  onError: (error: unknown) => void,
): Periodic => {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const run = async (): Promise<void> => {
    await work().catch(onError);
    if (isStopped) return;
    timer = setTimeout(() => {
      running = run();
    }, pauseMs);
    timer.unref();
  };
  let running = run();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
};
