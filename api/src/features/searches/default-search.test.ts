import { describeOnEachEngine } from '../../platform/testing/index.ts';
import { calls, savedSearchWorld, unknownId } from './testing/saved-search-world.ts';

describeOnEachEngine('the default saved search', (db) => {
  const { api, token, userId, saved, on, defaults } = savedSearchWorld(db);

  it('is one at most, set and removed in either order of the ids', async () => {
    const [first, second] = [await saved({ name: 'A' }), await saved({ name: 'B' })];
    const answer = await on('setDefault', first.id);
    expect([answer.status, answer.body.message]).toEqual([
      200,
      'This search has been set as the default search.',
    ]);
    expect((await defaults()).map(({ id }) => id)).toEqual([first.id]);
    const swapped = { token: token(), params: { userId: second.id, id: userId() } };
    expect((await api().call(calls.setDefault, swapped)).status).toBe(200);
    expect((await defaults()).map(({ id }) => id)).toEqual([second.id]);
    expect((await on('removeDefault', first.id)).status).toBe(200);
    expect(await defaults()).toHaveLength(1);
    const removed = await api().call(calls.removeDefault, swapped);
    expect([removed.status, removed.body.message]).toEqual([200, 'The default search has been removed.']);
    expect(await defaults()).toEqual([]);
  });

  it('stays when a missing search is made the default', async () => {
    const search = await saved({});
    await on('setDefault', search.id);
    expect((await on('setDefault', unknownId)).status).toBe(404);
    expect(await defaults()).toHaveLength(1);
  });

  it('cannot be deleted', async () => {
    const search = await saved({});
    await on('setDefault', search.id);
    const answer = await on('remove', search.id);
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      409,
      'conflict',
      'The default saved search cannot be deleted.',
    ]);
    await on('removeDefault', search.id);
    expect((await on('remove', search.id)).status).toBe(200);
  });

  it('stays unique under concurrent changes', async () => {
    const searches = [];
    for (let index = 0; index < 6; index += 1) searches.push(await saved({ name: `S${index}` }));
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(searches.map(({ id }) => on('setDefault', id)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(await defaults()).toHaveLength(1);
    }
  });

  it('is not deleted by a concurrent request', async () => {
    for (let round = 0; round < 5; round += 1) {
      const search = await saved({});
      const [made, deleted] = await Promise.all([on('setDefault', search.id), on('remove', search.id)]);
      expect([made.status, deleted.status]).toEqual(made.status === 200 ? [200, 409] : [404, 200]);
      expect((await defaults()).some(({ id }) => id === search.id)).toBe(made.status === 200);
    }
  });
});
