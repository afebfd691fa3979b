import type { SavedSearch } from '@readerlens/contract';
import { addUser, describeOnOneEngine } from '../../platform/testing/index.ts';
import { calls, clients, lastYear, savedSearchWorld, unknownId } from './testing/saved-search-world.ts';

describeOnOneEngine('saved searches', (db) => {
  const { api, staff, userId, actAs, addClientUser, post, all, saved, patch, read, on } =
    savedSearchWorld(db);

  describe('are stored', () => {
    it('with all selections, current names, and the author', async () => {
      const filters = [
        lastYear,
        clients(2),
        { field: 'Title', op: 'Contains', value: 'chief' },
        { field: 'ContentTopics', value: [{ id: '99', name: 'Gone Topic' }] },
      ];
      const search = await saved({
        name: '  Chiefs ',
        description: ' of the year ',
        filters,
        indices: ['Customer Request', 2],
      });
      expect(search).toEqual({
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        userId: userId(),
        name: 'Chiefs',
        description: 'of the year',
        isDefault: false,
        filters: [
          {
            $type: 'Terms',
            field: 'Clients',
            op: 'Contains',
            value: [{ id: '2', name: 'Aurelis' }],
            allowNA: false,
          },
          { $type: 'RelativeDateRange', field: 'RelativeDateRange', value: '-1y' },
          { $type: 'Text', field: 'Title', op: 'Contains', value: 'chief' },
          {
            $type: 'Terms',
            field: 'ContentTopics',
            op: 'Contains',
            value: [{ id: '99', name: 'Gone Topic' }],
            allowNA: false,
          },
        ],
        indices: ['CustomerRequest', 'Event'],
        createdOn: expect.stringMatching(/^\d{4}-.*Z$/),
        createdBy: 'Clio C',
        updatedOn: search.createdOn,
        updatedBy: 'Clio C',
      });
      expect((await read(search.id)).body.data).toEqual(search);
    });

    it('without filters that are hidden, empty, or not allowed for the user', async () => {
      const filters = [
        clients(1),
        lastYear,
        { field: 'DateRange', value: { from: '2025-01-01', to: '2025-02-01' } },
        { field: 'City', op: 'Equals', value: ' \n ' },
        { field: 'Onlines', value: [] },
        { field: 'Revenue', op: 'GreaterThan', value: 5 },
        { field: 'JsProcessed', value: true },
        { field: 'AnalystTags', value: [{ id: '1' }] },
      ];
      const fields = ({ filters: kept }: SavedSearch) => kept.map(({ field }) => field);
      expect(fields(await saved({ filters }))).toEqual(['Clients', 'RelativeDateRange']);
      expect(fields(await saved({ filters }, staff()))).toEqual(['Clients', 'RelativeDateRange']);
      await actAs({ activity_fields: ['Revenue', 'AnalystTags'] });
      expect(fields(await saved({ filters }))).toEqual([
        'Clients',
        'RelativeDateRange',
        'AnalystTags',
        'Revenue',
      ]);
    });

    it('and changed in parts', async () => {
      const search = await saved({ name: 'First', description: 'Kept', indices: ['Event'] });
      const renamed = await patch(search.id, { name: 'Second' }, staff());
      expect([renamed.status, renamed.body.message]).toEqual([200, 'Search Saved']);
      expect(renamed.body.data).toEqual({
        ...search,
        name: 'Second',
        updatedBy: 'Inga I',
        updatedOn: expect.any(String),
      });
      expect((renamed.body.data as SavedSearch).updatedOn > search.updatedOn).toBe(true);
      const changed = await patch(search.id, { userId: userId(), filters: [clients(2)], indices: [] });
      expect(changed.body.data).toMatchObject({
        name: 'Second',
        description: 'Kept',
        indices: [],
        filters: [{ field: 'Clients', value: [{ id: '2', name: 'Aurelis' }] }],
      });
      expect((changed.body.data as SavedSearch).filters).toHaveLength(1);
    });

    it('in pages, in the requested order', async () => {
      for (const name of ['beta', 'Alpha', 'gamma']) await saved({ name });
      const page = async (query: Record<string, string>) => {
        const { body } = await all(query);
        const { items, ...rest } = body.data as { items: SavedSearch[] };
        expect(body).toMatchObject({ items, ...rest });
        return [items.map(({ name }) => name), rest];
      };
      expect(await page({})).toEqual([['Alpha', 'beta', 'gamma'], { total: 3, page: 1, pageSize: 100 }]);
      expect(await page({ pageSize: '2', page: '2' })).toEqual([
        ['gamma'],
        { total: 3, page: 2, pageSize: 2 },
      ]);
      expect((await page({ sortBy: 'createdOn', sortDir: 'desc' }))[0]).toEqual(['gamma', 'Alpha', 'beta']);
      expect((await page({ sortBy: 'updatedOn' }))[0]).toEqual(['beta', 'Alpha', 'gamma']);
      expect((await page({ page: '5' }))[0]).toEqual([]);
      const wrong: [string, string][] = [
        ['page', '0'],
        ['pageSize', '101'],
        ['sortBy', 'userId'],
        ['sortDir', 'up'],
      ];
      for (const [key, value] of wrong) expect((await all({ [key]: value })).status).toBe(400);
    });

    it('until they are deleted', async () => {
      const search = await saved({});
      const answer = await on('remove', search.id);
      expect([answer.status, answer.body.message]).toEqual([200, 'The search has been deleted.']);
      expect((await read(search.id)).status).toBe(404);
      expect((await on('remove', search.id)).status).toBe(404);
    });
  });

  describe('belong to one user', () => {
    it('and are not there for another', async () => {
      const search = await saved({});
      const other = await api().tokenFor(await addClientUser());
      const answers = [
        all({}, other),
        read(search.id, other),
        post({ filters: [clients(1)] }, other),
        patch(search.id, { name: 'Stolen' }, other),
        patch(search.id, { userId: userId(), name: 'Stolen' }, other),
        on('remove', search.id, other),
        on('setDefault', search.id, other),
        on('removeDefault', search.id, other),
      ];
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 403));
      expect((await read(search.id)).body.data).toEqual(search);
    });

    it('so that one’s own id does not open another’s search', async () => {
      const search = await saved({});
      const other = await addClientUser();
      const theirs = {
        token: await api().tokenFor(other),
        params: { userId: String(other.id), id: search.id },
      };
      for (const call of [calls.one, calls.remove, calls.setDefault, calls.removeDefault] as const)
        expect((await api().call(call, theirs)).status).toBe(404);
      const body = { userId: String(other.id), name: 'Stolen' };
      expect((await patch(search.id, body, theirs.token)).status).toBe(404);
      expect((await read(search.id)).body.data).toEqual(search);
    });

    it('or to a user managed by staff', async () => {
      const search = await saved({}, staff());
      expect(search).toMatchObject({ userId: userId(), createdBy: 'Inga I' });
      expect((await read(search.id)).status).toBe(200);
      expect((await on('setDefault', search.id, staff())).status).toBe(200);
      const root = await addUser(db(), { role: 'SystemAdmin' });
      for (const id of ['999999', String(root.id)]) {
        const answer = await api().call(calls.list, { token: staff(), params: { userId: id } });
        expect([answer.status, answer.body.message]).toEqual([404, 'There is no such user.']);
      }
    });

    it('even while impersonated', async () => {
      const admin = await addUser(db(), { role: 'Admin', first_name: 'Adria', last_name: 'A' });
      const { body } = await api().call('POST /api/auth/impersonate', {
        token: await api().tokenFor(admin),
        body: { targetUserId: userId() },
      });
      const search = await saved({}, (body.data as { token: string }).token);
      expect(search).toMatchObject({ userId: userId(), createdBy: 'Adria A', updatedBy: 'Adria A' });
      expect((await read(search.id)).status).toBe(200);
      const foreign = await post({ filters: [clients(3)] }, (body.data as { token: string }).token);
      expect(foreign.status).toBe(400);
    });

    it.each(['x', '1', unknownId, "' OR 1=1", `${unknownId}0`])('and %p is not found', async (id) => {
      expect((await read(id)).status).toBe(404);
      expect((await patch(id, { name: 'x' })).status).toBe(404);
      expect((await patch(id, { userId: userId(), name: 'x' })).status).toBe(404);
      for (const call of ['remove', 'setDefault', 'removeDefault'] as const)
        expect([(await on(call, id)).status, (await on(call, id)).body.message]).toEqual([
          404,
          'There is no such saved search.',
        ]);
    });
  });

  it('never contain names that the viewer may not see', async () => {
    const tagged = await addClientUser({ activity_fields: ['AnalystTags'] });
    const as = await api().tokenFor(tagged);
    const body = {
      userId: String(tagged.id),
      name: 'Tags',
      filters: [clients(1), { field: 'AnalystTags', value: [{ id: '1' }, { id: '3' }] }],
    };
    const { body: answer } = await api().call(calls.add, { token: as, body });
    expect((answer.data as SavedSearch).filters[1]?.value).toEqual([
      { id: '1', name: 'Key Account' },
      { id: '3' },
    ]);
  });

  it('survive removed fields, kinds and clients', async () => {
    const search = await saved({});
    await db()
      .kysely.updateTable('saved_search')
      .set({
        filters: JSON.stringify([
          { field: 'GoneQuestion', $type: 'Terms', op: 'Contains', value: [{ id: '1' }] },
          { field: 'Quality', $type: 'Text', value: '3' },
          clients(3),
        ]),
        indices: ['Gone' as never],
      })
      .where('id', '=', search.id)
      .execute();
    const { status, body } = await read(search.id);
    expect([status, body.data]).toMatchObject([
      200,
      { indices: [], filters: [{ field: 'Clients', value: [{ id: '3', name: 'Called 3' }] }] },
    ]);
    expect((await patch(search.id, { name: 'Renamed' })).status).toBe(200);
  });
});
