import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { spreadsheetThreadDeadlineMs } from '../../deadlines.ts';
import { fileFromThread } from './file-thread.ts';

const script = new URL('./testing/echo.thread.ts', import.meta.url);

// oxlint-disable-next-line require-await
async function* listed(batches: readonly string[]) {
  yield* batches;
}

const file = (plan: string, batches: readonly string[] = []) => fileFromThread(script, plan, listed(batches));
const written = async (plan: string, batches?: readonly string[]) => {
  const [thread, ...words] = (await text(file(plan, batches))).split(' ');
  return { thread, words: words.join(' ') };
};

describe('files of threads', () => {
  it('are written by the same thread one after another', async () => {
    const first = await written('one', ['a', 'b']);
    const second = await written('two', ['c']);
    expect([first.words, second.words]).toEqual(['one a b', 'two c']);
    expect(second.thread).toBe(first.thread);
  });

  it('come in pieces, however much the thread sends at once', async () => {
    const batches = ['a', 'b'].map((letter) => letter.repeat(150_000));
    const pieces: Buffer[] = [];
    // As a response takes them: `read` would join them.
    const long = file('long', batches).on('data', (piece: Buffer) => pieces.push(piece));
    await once(long, 'end');
    expect(Buffer.concat(pieces).toString().split(' ').slice(1)).toEqual(['long', ...batches]);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(64 * 1024);
  });

  it('are written by threads of their own at the same time', async () => {
    const both = await Promise.all([written('one', ['a']), written('two', ['b'])]);
    expect(both.map(({ words }) => words)).toEqual(['one a', 'two b']);
    expect(both[0]?.thread).not.toBe(both[1]?.thread);
  });

  it('fail if their thread does not answer, and others are written', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const failures: unknown[] = [];
    const over = written('one', ['a', 'hang']).catch((error: unknown) => failures.push(error));
    // The messages of the thread before it hangs restart the time.
    while (failures.length === 0) {
      jest.advanceTimersByTime(spreadsheetThreadDeadlineMs);
      await new Promise((resolve) => setImmediate(resolve));
    }
    jest.useRealTimers();
    await over;
    expect(failures).toEqual([new Error('The thread took too long.')]);
    expect((await written('two', ['b'])).words).toBe('two b');
  });

  it('do not get the thread of one that failed or was given up', async () => {
    const before = await written('one');
    await expect(written('two', ['fail'])).rejects.toThrow('failed');
    const after = await written('three', ['a']);
    expect(after.words).toBe('three a');
    expect(after.thread).not.toBe(before.thread);
    file('four', ['b']).destroy();
    const last = await written('five', ['c']);
    expect(last.words).toBe('five c');
    expect(last.thread).not.toBe(after.thread);
  });
});
