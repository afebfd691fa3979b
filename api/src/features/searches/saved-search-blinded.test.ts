import type { SavedSearch } from '@readerlens/contract';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { blinded, calls, clients, email, savedSearchWorld } from './testing/saved-search-world.ts';

describeOnOneEngine('saved searches in Blinded Mode', (db) => {
  const { api, token, userId, post, saved, patch, read } = savedSearchWorld(db);

  const secrets = ['Norvane', 'Called', 'Secret Weekly', 'zq@secret.example'];
  const filters = [
    clients(1),
    { field: 'Newsletter', value: [{ id: '7', name: 'Secret Weekly' }] },
    { field: 'Quality', value: [{ id: '3' }] },
    email,
  ];

  it('have pseudonyms, and no hidden texts', async () => {
    const search = await saved({ filters });
    const answers = [
      await read(search.id, token(), blinded),
      await api().call(calls.list, { token: token(), params: { userId: userId() }, headers: blinded }),
    ];
    for (const { body } of answers)
      for (const secret of secrets) expect(JSON.stringify(body)).not.toContain(secret);
    const shown = answers[0]?.body.data as SavedSearch;
    expect(shown.filters.map(({ field, value }) => [field, value])).toEqual([
      ['Clients', [{ id: '1', name: expect.stringMatching(/^Client \d{1,3}$/) }]],
      ['Quality', [{ id: '3', name: '3' }]],
      ['Newsletter', [{ id: '7', name: expect.stringMatching(/^Newsletter \d{1,4}$/) }]],
    ]);
  });

  it('mask their texts, and keep them after a blinded change', async () => {
    const words = {
      name: 'Norvane Q4',
      description: 'All of NORVANE Filtration, beside Aurelis and aurelise',
    };
    const search = await saved({ filters: [clients(1)], ...words });
    const { name, description } = (await read(search.id, token(), blinded)).body.data as SavedSearch;
    expect([name, description]).toEqual([expect.stringMatching(/^Saved search \d+$/), '(masked)']);
    await patch(search.id, { name, description }, token(), blinded);
    expect((await read(search.id)).body.data).toMatchObject({
      ...words,
    });
    await patch(search.id, { name: 'Another' }, token(), blinded);
    expect((await read(search.id)).body.data).toMatchObject({ ...words, name: 'Another' });
  });

  it('keep hidden filters after a blinded change', async () => {
    const search = await saved({ filters });
    const { filters: seen } = (await read(search.id, token(), blinded)).body.data as SavedSearch;
    const changed = await patch(search.id, { filters: seen.slice(0, 2) }, token(), blinded);
    for (const secret of secrets) expect(JSON.stringify(changed.body)).not.toContain(secret);
    const { filters: after } = (await read(search.id)).body.data as SavedSearch;
    expect(after.map(({ field, value }) => [field, value])).toEqual([
      ['Clients', [{ id: '1', name: 'Norvane Filtration' }]],
      ['Quality', [{ id: '3', name: '3' }]],
      ['Email', 'zq@secret.example'],
    ]);
  });

  it('do not store pseudonyms as names', async () => {
    const search = await saved(
      { filters: [{ field: 'Clients', value: [{ id: '1', name: 'Client 48' }] }] },
      token(),
      blinded,
    );
    const row = await db()
      .kysely.selectFrom('saved_search')
      .select('filters')
      .where('id', '=', search.id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row.filters)).not.toContain('Client 48');
  });

  it('cannot filter by hidden texts', async () => {
    const { status, body } = await post({ filters: [clients(1), email] }, token(), blinded);
    const message = 'Email cannot be searched by in Blinded Mode.';
    expect([status, body.details]).toEqual([400, [{ path: 'filters.1', message }]]);
  });
});
