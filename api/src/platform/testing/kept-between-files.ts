declare global {
  /** Set by the test environment: what the test files of one worker process share. */
  var keptBetweenFiles: Map<string, unknown>;
}

/** A list that outlives the test file, of things that are idle and may be used again. */
export const idleList = <T>(name: string): T[] => {
  const list = (keptBetweenFiles.get(name) as T[] | undefined) ?? [];
  keptBetweenFiles.set(name, list);
  return list;
};
