import type { UserRow } from '../../people/tables.ts';
import { addUser, describeOnOneEngine, testApi } from '../../platform/testing/index.ts';
import { clientsWithUsers } from '../../people/testing/clients-with-users.ts';

describeOnOneEngine('the user of a session', (db) => {
  const api = testApi({}, {}, db);
  const addEntitled = clientsWithUsers(api);
  const readSession = async (user: UserRow) =>
    (await api().call('GET /api/session', { token: await api().tokenFor(user) })).body.data as Record<
      string,
      unknown
    >;

  it('returns a client user’s clients with their communities', async () => {
    const user = await addEntitled({ role: 'Client', access_marketing_performance: true }, [11, 12]);
    expect(await readSession(user)).toMatchObject({
      id: String(user.id),
      firstName: 'Uma',
      lastName: 'User',
      role: 'Client',
      notificationClaimLevel: 'None',
      accessMarketingPerformance: true,
      claims: expect.arrayContaining(['accessMarketingPerformance', 'cr-engagement-read']),
      companies: [
        { id: '12', name: 'Alpha Instruments', onlines: [{ id: '3', name: 'Pharma' }] },
        {
          id: '11',
          name: 'Zeta Labs',
          onlines: [
            { id: '1', name: 'Biotech' },
            { id: '3', name: 'Pharma' },
          ],
        },
      ],
      communities: [
        { id: '1', name: 'Biotech' },
        { id: '3', name: 'Pharma' },
      ],
    });
  });

  it('narrows the communities to those set for the user', async () => {
    const user = await addEntitled({ role: 'Premium' }, [11, 12], [1]);
    expect(await readSession(user)).toMatchObject({
      communities: [{ id: '1', name: 'Biotech' }],
      companies: [{ onlines: [] }, { onlines: [{ id: '1', name: 'Biotech' }] }],
    });
  });

  it('returns pseudonyms of clients to blinded sessions, sorted by pseudonym', async () => {
    const user = await addEntitled({ role: 'Client' }, [11, 12]);
    const { body } = await api().call('GET /api/session', {
      token: await api().tokenFor(user),
      headers: { 'x-readerlens-blinded': 'true' },
    });
    expect(JSON.stringify(body)).not.toMatch(/Zeta|Alpha/);
    const companies = (body.data as { companies: { id: string; name: string }[] }).companies;
    expect(companies.map(({ id }) => id)).toEqual(['11', '12']);
    for (const { name } of companies) expect(name).toMatch(/^Client \d+$/);
  });

  it('shows a client without entitlements nothing', async () => {
    expect(await readSession(await addUser(api().db))).toMatchObject({ companies: [], communities: [] });
  });

  it('lists no clients for staff, who may see all, and every community', async () => {
    const user = await addEntitled({ role: 'Internal' }, [11]);
    expect(await readSession(user)).toMatchObject({
      companies: [],
      communities: [{ name: 'Biotech' }, { name: 'Devices' }, { name: 'Pharma' }],
      claims: expect.arrayContaining(['manageOnboardingForms']),
    });
  });

  it('names the fields the user may search by', async () => {
    const plain = (await readSession(await addUser(api().db))).searchFields as string[];
    expect(plain).toContain('DocumentTypes');
    expect(plain).not.toContain('Revenue');
    expect(plain).not.toContain('AnalystTags');
    const granted = await readSession(
      await addUser(api().db, { activity_fields: ['Revenue', 'AnalystTags', 'JsProcessed'] }),
    );
    expect(granted.searchFields).toEqual(expect.arrayContaining(['Revenue', 'AnalystTags']));
    expect(granted.searchFields).not.toContain('JsProcessed');
    const staff = (await readSession(await addUser(api().db, { role: 'Internal' }))).searchFields;
    expect(staff).toEqual(expect.arrayContaining(['Revenue', 'JsProcessed', 'ReaderOrgsLookup']));
    expect(staff).not.toContain('AnalystTags');
  });
});
