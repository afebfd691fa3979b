import { shareWork } from './share-work.ts';
import type { Worker } from './share-work.ts';

/** What can go on has gone on by then. */
const afterOtherWork = () => new Promise((resolve) => setImmediate(resolve));

/** Workers whose work ends when the test says so, and what they have begun. */
const createWorkers = () => {
  const begun: string[] = [];
  const ends = new Map<string, { finish: () => void; fail: (error: Error) => void }>();
  let started = 0;
  let stopped = 0;
  const startWorker = (): Worker<string> => {
    started += 1;
    return {
      work: (item) =>
        new Promise((finish, fail) => {
          begun.push(item);
          ends.set(item, { finish, fail });
        }),
      stop: () => (stopped += 1),
    };
  };
  return { begun, ends, startWorker, count: () => ({ started, stopped }) };
};

describe('shared work', () => {
  it('is done by two workers', async () => {
    const { begun, ends, startWorker, count } = createWorkers();
    const work = shareWork(['a', 'b', 'c'], startWorker);
    await afterOtherWork();
    expect(begun).toEqual(['a', 'b']);
    ends.get('b')?.finish();
    await afterOtherWork();
    expect(begun).toEqual(['a', 'b', 'c']);
    ends.get('a')?.finish();
    ends.get('c')?.finish();
    await work;
    expect(count()).toEqual({ started: 2, stopped: 2 });
  });

  it.each(['resolves', 'rejects'])('is done by one until other work %s', async (how) => {
    const { begun, ends, startWorker } = createWorkers();
    let settle = () => {};
    const other = new Promise((resolve, reject) => {
      settle = () => (how === 'resolves' ? resolve(undefined) : reject(new Error('no data')));
    });
    const work = shareWork(['a', 'b', 'c'], startWorker, other);
    await afterOtherWork();
    ends.get('a')?.finish();
    await afterOtherWork();
    expect(begun).toEqual(['a', 'b']);
    settle();
    await afterOtherWork();
    expect(begun).toEqual(['a', 'b', 'c']);
    ends.get('b')?.finish();
    ends.get('c')?.finish();
    await work;
  });

  it('ends without waiting for the other work, and without a second worker', async () => {
    const { ends, startWorker, count } = createWorkers();
    const work = shareWork(['a'], startWorker, new Promise(() => {}));
    await afterOtherWork();
    ends.get('a')?.finish();
    await work;
    expect(count()).toEqual({ started: 1, stopped: 1 });
  });

  it('begins nothing more after a failure', async () => {
    const { begun, ends, startWorker, count } = createWorkers();
    const work = shareWork(['a', 'b', 'c'], startWorker);
    await afterOtherWork();
    ends.get('a')?.fail(new Error('it cannot be built'));
    await expect(work).rejects.toThrow('it cannot be built');
    ends.get('b')?.finish();
    await afterOtherWork();
    expect(begun).toEqual(['a', 'b']);
    expect(count()).toEqual({ started: 2, stopped: 2 });
  });
});
