/** Takes one item after the other. */
export interface Worker<Item> {
  readonly work: (item: Item) => Promise<void>;
  readonly stop: () => void;
}

/**
 * Shares items between two workers, each of which starts when it has something to do: the second once `beforeSecond` has settled. Rejects
 * on the first failure, after which nothing more begins.
 */
export const shareWork = async <Item>(
  items: readonly Item[],
  startWorker: () => Worker<Item>,
  beforeSecond: Promise<unknown> = Promise.resolve(),
): Promise<void> => {
  const queue = [...items];
  const drain = async () => {
    if (queue.length === 0) return;
    const worker = startWorker();
    try {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await worker.work(item);
    } catch (error) {
      queue.length = 0;
      throw error;
    } finally {
      worker.stop();
    }
  };
  const first = drain();
  const settled = beforeSecond.catch(() => undefined);
  await Promise.all([first, Promise.race([settled, first]).then(drain)]);
};
