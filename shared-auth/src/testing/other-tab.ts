/** A localStorage write: the new value of a key, or null if the key is removed. */
export type Write = readonly [key: string, value: string | null];

const store = ([key, value]: Write) =>
  value === null ? localStorage.removeItem(key) : localStorage.setItem(key, value);

/** Runs `work` and returns its localStorage writes in order. Restores the storage afterwards. */
export const recordWrites = async (work: () => Promise<void>): Promise<Write[]> => {
  const before = Object.entries(localStorage) as [string, string][];
  const set = jest.spyOn(Storage.prototype, 'setItem');
  const remove = jest.spyOn(Storage.prototype, 'removeItem');
  await work();
  const writes = [set.mock, remove.mock].flatMap(({ calls, contexts, invocationCallOrder }) =>
    calls.map(([key, value = null], index) => ({
      write: [key, value] as Write,
      area: contexts[index],
      order: invocationCallOrder[index] ?? 0,
    })),
  );
  set.mockRestore();
  remove.mockRestore();
  localStorage.clear();
  before.forEach(store);
  return writes
    .filter(({ area }) => area === localStorage)
    .toSorted((a, b) => a.order - b.order)
    .map(({ write }) => write);
};

/** Simulates a write by another tab: a browser fires one event per changed key, after the storage has changed. */
export const simulateWrite = (write: Write) => {
  const [key, newValue] = write;
  const oldValue = localStorage.getItem(key);
  if (oldValue === newValue) return;
  store(write);
  dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue, storageArea: localStorage }));
};
