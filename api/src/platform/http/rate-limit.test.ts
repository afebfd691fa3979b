import { describeOnEachEngine } from '../testing/index.ts';
import { createRateLimit } from './rate-limit.ts';

describeOnEachEngine('createRateLimit', (db, engine) => {
  let time = 1_800_000_000_000;
  beforeEach(() => {
    jest.spyOn(Date, 'now').mockImplementation(() => time);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('allows a number of requests per key and period, and returns when to retry', async () => {
    const limit = createRateLimit(db(), { name: 'one', limit: 2, periodMs: 60_000 });
    for (const key of ['a', 'a', 'b']) await limit(key);
    time += 20_000;
    for (const _ of ['counted in the database', 'blocked in memory'])
      await expect(limit('a')).rejects.toMatchObject({
        status: 429,
        message: 'Too many requests. Please try again in 40 seconds.',
        headers: { 'retry-after': '40' },
      });
    time += 40_001;
    await limit('a');
  });

  it('counts separately for each limit', async () => {
    const [one, other] = ['left', 'right'].map((name) =>
      createRateLimit(db(), { name, limit: 1, periodMs: 60_000 }),
    );
    await one!('a');
    await other!('a');
    await expect(one!('a')).rejects.toMatchObject({ status: 429 });
  });

  if (engine === 'postgres')
    it('counts across processes', async () => {
      const processes = [1, 2].map(() =>
        createRateLimit(db(), { name: 'shared', limit: 5, periodMs: 60_000 }),
      );
      const requests = Array.from({ length: 10 }, (_, index) => processes[index % 2]!('a'));
      const outcomes = await Promise.allSettled(requests);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
      for (const limit of processes) await expect(limit('a')).rejects.toMatchObject({ status: 429 });
    });
});
