declare global {
  /** State shared by the test files of one Jest worker; set by the test environment. */
  var workerState: Map<string, unknown>;
}

/** A list of idle resources that later test files of this worker can reuse. */
export const idleList = <T>(name: string): T[] => {
  const list = (workerState.get(name) as T[] | undefined) ?? [];
  workerState.set(name, list);
  return list;
};
