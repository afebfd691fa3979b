/** What a tab stores under a key; null where it removes it. */
export type Write = readonly [key: string, value: string | null];

const store = ([key, value]: Write) =>
  value === null ? localStorage.removeItem(key) : localStorage.setItem(key, value);

/** What some work stores, in its order. The storage is as it was before. */
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

/** Another tab stored something: a browser tells of each change of a key, and not before it is in the storage. */
export const hearOfWrite = (write: Write) => {
  const [key, newValue] = write;
  const oldValue = localStorage.getItem(key);
  if (oldValue === newValue) return;
  store(write);
  dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue, storageArea: localStorage }));
};
