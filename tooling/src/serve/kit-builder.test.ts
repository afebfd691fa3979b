import { kitBuilder, kitRetryMs } from './kit-builder.ts';

const kit = { version: 'a1', file: '/kits/kit-a1.tgz' };

it('builds the kit once', async () => {
  const build = jest.fn(() => Promise.resolve(kit));
  const findKit = kitBuilder({ build });
  expect(await Promise.all([findKit(), findKit()])).toEqual([kit, kit]);
  expect(build).toHaveBeenCalledTimes(1);
});

it('builds it again after a failure, but not with each request', async () => {
  let time = 0;
  const build = jest.fn(() => Promise.resolve(kit)).mockRejectedValueOnce(new Error('The disk is full.'));
  const findKit = kitBuilder({ build, now: () => time });
  await expect(findKit()).rejects.toThrow('The disk is full.');
  time = kitRetryMs - 1;
  await expect(findKit()).rejects.toThrow('The disk is full.');
  expect(build).toHaveBeenCalledTimes(1);
  time = kitRetryMs;
  expect(await findKit()).toEqual(kit);
  time = 3 * kitRetryMs;
  expect(await findKit()).toEqual(kit);
  expect(build).toHaveBeenCalledTimes(2);
});
