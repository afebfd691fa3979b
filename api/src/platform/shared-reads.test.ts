import { runFor } from './caller.ts';
import { sharedReads } from './shared-reads.ts';

/** Reads that the test ends one by one. */
const held = () => {
  const started: { key: string; end: (value: string) => void; fail: () => void }[] = [];
  const read = sharedReads(
    (key: string) =>
      new Promise<string>((resolve, reject) => {
        started.push({ key, end: resolve, fail: () => reject(new Error('lost')) });
      }),
  );
  return { read, started };
};

describe('sharedReads', () => {
  it('reads twice for any number of calls at once: for the first one, and after it for all others', async () => {
    const { read, started } = held();
    const calls = Array.from({ length: 10 }, () => read('a'));
    expect(started).toHaveLength(1);
    started[0]?.end('first');
    expect(await calls[0]).toBe('first');
    expect(started).toHaveLength(2);
    started[1]?.end('second');
    expect(await Promise.all(calls.slice(1))).toEqual(Array.from({ length: 9 }, () => 'second'));
    expect(started).toHaveLength(2);
  });

  it('never gives a call what was read before it arrived', async () => {
    const { read, started } = held();
    const first = read('a');
    const second = read('a');
    started[0]?.end('old');
    await first;
    // The read of the second call runs.
    const third = read('a');
    started[1]?.end('changed');
    expect(await second).toBe('changed');
    started[2]?.end('changed again');
    expect(await third).toBe('changed again');
    const later = read('a');
    expect(started).toHaveLength(4);
    started[3]?.end('later');
    expect(await later).toBe('later');
  });

  it('reads again after a failure, and does not mix keys', async () => {
    const { read, started } = held();
    const [failed, next, other] = [read('a'), read('a'), read('b')];
    expect(started.map(({ key }) => key)).toEqual(['a', 'b']);
    started[0]?.fail();
    await expect(failed).rejects.toThrow('lost');
    started[1]?.end('of b');
    expect(await other).toBe('of b');
    started[2]?.end('of a');
    expect(await next).toBe('of a');
  });

  it('shares nothing among users, since a refusal is about one of them', async () => {
    const { read, started } = held();
    const [refused, other] = [runFor(1, () => read('a')), runFor(2, () => read('a'))];
    started[0]?.fail();
    started[1]?.end('a');
    await expect(refused).rejects.toThrow('lost');
    expect(await other).toBe('a');
  });
});
