import { addUser, describeOnOneEngine, testApi } from '../../platform/testing/index.ts';
import { clientsWithUsers } from '../../people/testing/clients-with-users.ts';

describeOnOneEngine('changes of the settings of another user', (db) => {
  const api = testApi({}, {}, db);
  const addEntitled = clientsWithUsers(api);

  const readAudit = (userId: number) =>
    api()
      .db.kysely.selectFrom('audit_event')
      .select(['action', 'actor_id', 'detail'])
      .where('account_id', '=', userId)
      .orderBy('id')
      .execute();
  const search = (userId: number) => ({
    userId: String(userId),
    name: 'Quarter',
    filters: [
      { field: 'RelativeDateRange', value: '-90d' },
      { field: 'Clients', value: [{ id: '11' }] },
    ],
    indices: [],
  });

  it('are audited, each with its change', async () => {
    const target = await addEntitled({}, [11]);
    const staff = await addUser(api().db, { role: 'Internal' });
    const token = await api().tokenFor(staff);
    const userId = String(target.id);
    const added = await api().call('POST /api/saved-searches', { token, body: search(target.id) });
    const { id } = added.body.data as { id: string };
    const params = { userId, id };
    const answers = [
      added,
      await api().call('PATCH /api/saved-searches/{id}', {
        token,
        params: { id },
        body: { name: 'Renamed' },
      }),
      await api().call('POST /api/saved-searches/set-default/{userId}/{id}', { token, params }),
      await api().call('DELETE /api/saved-searches/{userId}/{id}', { token, params }),
      await api().call('POST /api/saved-searches/remove-default/{userId}/{id}', { token, params }),
      await api().call('DELETE /api/saved-searches/{userId}/{id}', { token, params }),
      await api().call('PUT /api/default-columns', { token, body: { userId, columns: [{ field: 'city' }] } }),
      await api().call('PUT /api/default-filters', { token, body: { userId, filters: [], indices: [] } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 409, 200, 200, 200, 200]);
    const events = await readAudit(target.id);
    expect(new Set(events.map(({ actor_id }) => actor_id))).toEqual(new Set([staff.id]));
    expect(events.map(({ action, detail }) => [action, detail])).toEqual([
      ['saved-search.create', { id }],
      ['saved-search.update', { id }],
      ['saved-search.default', { id, default: true }],
      ['saved-search.default', { id, default: false }],
      ['saved-search.delete', { id }],
      ['default-columns.update', { columns: expect.any(Number) }],
      ['default-filters.update', {}],
    ]);
  });

  it('tell nobody else the stored name of a term that is gone', async () => {
    const target = await addEntitled({ role: 'Internal' }, [11]);
    const staff = await addUser(api().db, { role: 'Internal' });
    const userId = String(target.id);
    const filters = [
      ...search(target.id).filters,
      { field: 'ContentTopics', value: [{ id: '2000000000', name: 'Gone' }] },
    ];
    const ownToken = await api().tokenFor(target);
    const added = await api().call('POST /api/saved-searches', {
      token: ownToken,
      body: { ...search(target.id), filters },
    });
    const { id } = added.body.data as { id: string };
    const defaults = { userId, filters, indices: [] };
    expect((await api().call('PUT /api/default-filters', { token: ownToken, body: defaults })).status).toBe(
      200,
    );
    for (const [token, isTold] of [
      [ownToken, true],
      [await api().tokenFor(staff), false],
    ] as const)
      for (const [call, params] of [
        ['GET /api/saved-searches/{userId}', { userId }],
        ['GET /api/default-filters/{userId}', { userId }],
        ['GET /api/default-filters/{userId}/{savedSearchId}', { userId, savedSearchId: id }],
      ] as const) {
        const { status, body } = await api().call(call, { token, params });
        expect([call, status, JSON.stringify(body).includes('Gone')]).toEqual([call, 200, isTold]);
      }
  });

  it('of oneself are not', async () => {
    const self = await addEntitled({}, [11]);
    const token = await api().tokenFor(self);
    expect((await api().call('POST /api/saved-searches', { token, body: search(self.id) })).status).toBe(200);
    expect(await readAudit(self.id)).toEqual([]);
  });
});
