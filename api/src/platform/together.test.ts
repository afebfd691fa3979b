import { together } from './together.ts';

const doubling = () => {
  const calls: (readonly number[])[] = [];
  const double = together(async (requests: readonly number[]) => {
    calls.push(requests);
    await Promise.resolve();
    if (requests.includes(0)) throw new Error('zero');
    return requests.map((request) => request * 2);
  });
  return { calls, double };
};

describe('together', () => {
  it('answers the calls of one turn with one call, in order', async () => {
    const { calls, double } = doubling();
    expect(await Promise.all([double(1), double(2), Promise.resolve(3).then(double)])).toEqual([2, 4, 6]);
    expect(await double(4)).toBe(8);
    expect(calls).toEqual([[1, 2, 3], [4]]);
  });

  it('repeats each on its own if the call fails', async () => {
    const { calls, double } = doubling();
    const results = await Promise.allSettled([double(1), double(0), double(2)]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(calls).toEqual([[1, 0, 2], [1], [0], [2]]);
  });

  it('does not repeat a single one that fails', async () => {
    const { calls, double } = doubling();
    await expect(double(0)).rejects.toThrow('zero');
    expect(calls).toEqual([[0]]);
  });
});
