import type { AreaCanary, AreaEntry } from '@readerlens/contract/registry';
import { toServedRegistry } from './registry-reader.ts';
import { canaryReader, expectsCanary, withCanaries } from './served-canaries.ts';

const canary = { version: 'v2', release: '7', ring: 'staff' } as AreaCanary;
const registry = toServedRegistry({ areas: [{ id: 'notes', version: 'v1' } as AreaEntry] });

it('adds a canary to the version that it is for, and to no other', () => {
  const served = withCanaries(registry, new Map([['notes', { stable: 'v1', canary }]]));
  expect(JSON.parse(served.text)).toEqual({ areas: [{ id: 'notes', version: 'v1', canary }] });
  expect(served.etag).not.toBe(registry.etag);
  expect(withCanaries(registry, new Map([['notes', { stable: 'v0', canary }]])).text).toBe(registry.text);
  expect(withCanaries(registry, new Map())).toBe(registry);
});

it('goes on with the last canaries while the database does not answer or fails', async () => {
  const answers = [
    async () => new Map([['notes', { stable: 'v1', canary }]]),
    () => new Promise<never>(() => {}),
    async () => {
      throw new Error('down');
    },
    async () => new Map(),
  ];
  const read = canaryReader(() => answers.shift()!(), 0);
  // What is there already is in time, even with a deadline of none.
  for (const size of [1, 1, 1, 0]) expect((await read()).size).toBe(size);
});

it('believes a cookie only about the release that it names', () => {
  const cookies = 'a=b; readerlens_canaries=review.3%20notes.7; c=d';
  expect(expectsCanary(cookies, 'notes', canary)).toBe(true);
  expect(expectsCanary(cookies, 'notes', { ...canary, release: '8' })).toBe(false);
  expect(expectsCanary(cookies, 'note', canary)).toBe(false);
  expect(expectsCanary(undefined, 'notes', canary)).toBe(false);
});
