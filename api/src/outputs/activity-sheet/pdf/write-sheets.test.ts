import { activitySheetsDeadlineMs } from '../../../deadlines.ts';
import { drawInThread } from './write-sheets.ts';

const script = new URL('./testing/echo.thread.ts', import.meta.url);

const drawn = async (job: string) => {
  const [thread, ...words] = Buffer.from(await drawInThread(script, job))
    .toString()
    .split(' ');
  return { thread, words: words.join(' ') };
};

describe('documents of threads', () => {
  it('are drawn by the same thread one after another', async () => {
    const first = await drawn('one');
    const second = await drawn('two');
    expect([first.words, second.words]).toEqual(['one', 'two']);
    expect(second.thread).toBe(first.thread);
  });

  it('are drawn by two threads at the same time, and a third one waits', async () => {
    const all = await Promise.all(['one', 'two', 'three'].map(drawn));
    expect(all.map(({ words }) => words)).toEqual(['one', 'two', 'three']);
    const [first, second, third] = all.map(({ thread }) => thread);
    expect(first).not.toBe(second);
    expect([first, second]).toContain(third);
  });

  it('do not get the thread of one that failed', async () => {
    const before = await drawn('one');
    await expect(drawn('fail')).rejects.toThrow('failed');
    const after = await drawn('two');
    expect(after.words).toBe('two');
    expect(after.thread).not.toBe(before.thread);
  });

  it('are given up if their thread does not answer, and others are drawn', async () => {
    const before = await drawn('one');
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const hanging = drawn('hang').catch((error: unknown) => error);
    jest.advanceTimersByTime(activitySheetsDeadlineMs);
    jest.useRealTimers();
    expect(await hanging).toMatchObject({ status: 503 });
    const after = await drawn('two');
    expect(after.words).toBe('two');
    expect(after.thread).not.toBe(before.thread);
  });
});
