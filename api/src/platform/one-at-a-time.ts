/** Runs tasks with the same key one after another, in the order of the calls, in this process. */
export const createOneAtATime = () => {
  const last = new Map<string, Promise<unknown>>();
  return async <Result>(key: string, task: () => Promise<Result>): Promise<Result> => {
    const running = (last.get(key) ?? Promise.resolve()).then(task, task);
    last.set(key, running);
    try {
      return await running;
    } finally {
      if (last.get(key) === running) last.delete(key);
    }
  };
};
