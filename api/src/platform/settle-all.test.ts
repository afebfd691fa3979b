import { settleAll } from './settle-all.ts';

const doubling = () => {
  const calls: (readonly number[])[] = [];
  const double = async (requests: readonly number[]) => {
    calls.push(requests);
    await Promise.resolve();
    if (requests.includes(0)) throw new Error('zero');
    return requests.map((request) => request * 2);
  };
  return { calls, double };
};

describe('settleAll', () => {
  it('answers all requests with one call, in order', async () => {
    const { calls, double } = doubling();
    const results = await settleAll([1, 2, 3], double);
    expect(results).toEqual([2, 4, 6].map((value) => ({ status: 'fulfilled', value })));
    expect(calls).toEqual([[1, 2, 3]]);
  });

  it('repeats each on its own if the call fails', async () => {
    const { calls, double } = doubling();
    const results = await settleAll([1, 0, 2], double);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(calls).toEqual([[1, 0, 2], [1], [0], [2]]);
  });

  it('does not repeat a single one that fails', async () => {
    const { calls, double } = doubling();
    const reason = new Error('zero');
    expect(await settleAll([0], double)).toEqual([{ status: 'rejected', reason }]);
    expect(calls).toEqual([[0]]);
  });
});
