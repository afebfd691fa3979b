import { currentCaller } from './caller.ts';

/**
 * Shares reads with the same arguments in this process. A call that arrives while one runs waits for the following one,
 * together with all others that arrive meanwhile: what a call gets was read after it arrived, unlike with a cache.
 * A read runs for the user who started it, who may be refused for too many statements: nobody else shares it.
 */
export const sharedReads = <Arguments extends readonly unknown[], Value>(
  read: (...args: Arguments) => Promise<Value>,
): ((...args: Arguments) => Promise<Value>) => {
  const running = new Map<string, Promise<Value>>();
  const following = new Map<string, Promise<Value>>();
  const start = (key: string, args: Arguments) => {
    following.delete(key);
    const reading = read(...args);
    running.set(key, reading);
    const end = () => {
      if (running.get(key) === reading) running.delete(key);
    };
    reading.then(end, end);
    return reading;
  };
  return (...args) => {
    const key = JSON.stringify([currentCaller(), ...args]);
    const current = running.get(key);
    if (!current) return start(key, args);
    const startNext = () => start(key, args);
    const next = following.get(key) ?? current.then(startNext, startNext);
    following.set(key, next);
    return next;
  };
};
