import { EventEmitter, once } from 'node:events';
import { fastify } from 'fastify';
import { stopDeadlineMs } from '../deadlines.ts';
import { createDrain } from './drain.ts';
import { stopOnSignals } from './stop.ts';

/** A process that records what happens to it, and whose drain and close end when the test says so. */
const startProcess = (drainSeconds: number) => {
  const steps: string[] = [];
  const target = Object.assign(new EventEmitter(), {
    exit: (code: number) => void steps.push(`exits with ${code}`),
  });
  const until = async (event: string, step: string) => {
    steps.push(step);
    await once(target, event);
  };
  const drain = createDrain(drainSeconds, (ms) => until('drained', `drains for ${ms} ms`));
  stopOnSignals(() => until('closed', 'closes'), {
    logger: fastify().log,
    drain,
    target: target as unknown as NodeJS.Process,
  });
  const send = async (event: NodeJS.Signals | 'closed' | 'drained') => {
    target.emit(event, event);
    await settle();
  };
  return { steps, drain, send };
};

/** Lets everything run that waits for promises only. */
const settle = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('SIGTERM drains before it closes', async () => {
  const { send, steps, drain } = startProcess(20);
  expect(drain.hasBegun()).toBe(false);
  await send('SIGTERM');
  expect([steps, drain.hasBegun()]).toEqual([['drains for 20000 ms'], true]);
  // The deadline of pending requests begins with the close.
  await jest.advanceTimersByTimeAsync(2 * stopDeadlineMs);
  await send('drained');
  expect(steps.slice(1)).toEqual(['closes']);
  await send('closed');
  expect(steps.slice(2)).toEqual(['exits with 0']);
});

it('closes at once without a drain period, and after Ctrl-C', async () => {
  const withoutPeriod = startProcess(0);
  await withoutPeriod.send('SIGTERM');
  const atTerminal = startProcess(20);
  await atTerminal.send('SIGINT');
  expect([withoutPeriod.steps, atTerminal.steps]).toEqual([['closes'], ['closes']]);
});

it('a second signal ends the drain', async () => {
  const { send, steps } = startProcess(20);
  await send('SIGTERM');
  await send('SIGINT');
  expect(steps).toEqual(['drains for 20000 ms', 'exits with 1']);
});

it('exits with 1 if pending requests take too long', async () => {
  const { send, steps } = startProcess(0);
  await send('SIGTERM');
  await jest.advanceTimersByTimeAsync(stopDeadlineMs);
  expect(steps).toEqual(['closes', 'exits with 1']);
});
