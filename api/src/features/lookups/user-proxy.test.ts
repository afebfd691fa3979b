import { describeOnOneEngine } from '../../platform/testing/index.ts';
import type { Named } from '../../people/named.ts';
import { byName, lookupApi, names } from './testing/lookup-api.ts';

interface Question {
  id: string;
  field: string;
  kind: string;
  group: string;
  businessGroupId: string | null;
  options: Named[];
}

const buckets = 'client/client-org-buckets-by-client-ids';

describeOnOneEngine('the user proxy', (db) => {
  const { send } = lookupApi(db);
  const get = (email: string, path: string) => send('GET /api/user-proxy', email, { query: { path } });

  it('returns personas and service offerings', async () => {
    for (const path of ['personas', 'service-offerings']) {
      const { status, body } = await get('client', path);
      expect(status).toBe(200);
      expect(names(body.data).length).toBeGreaterThan(2);
      expect(names(body.data)).toEqual(byName(names(body.data)));
    }
  });

  it.each([
    'users',
    'user/',
    'reader-org/',
    'reader-org/1/x',
    '../auth',
    'PERSONAS',
    'personas/',
    '__proto__',
    'constructor',
    buckets,
    ' ',
  ])('has nothing at %p', async (path) => {
    const { status, body } = await get('internal', path);
    expect([status, body]).toEqual([
      404,
      {
        success: false,
        code: 'not_found',
        message: 'This address does not exist.',
        requestId: expect.any(String),
      },
    ]);
    const post = await send('POST /api/user-proxy', 'internal', {
      query: { path: path === buckets ? 'personas' : path },
      body: [],
    });
    expect([post.status, post.body.code]).toEqual([404, 'not_found']);
  });

  it.each([
    [254, 404],
    [300, 400],
  ])('handles a path with an e-mail address of %d characters: %d', async (length, status) => {
    const domain = '@readers.example';
    const email = `${'a'.repeat(length - domain.length)}${domain}`;
    expect((await get('internal', `user/${email}`)).status).toBe(status);
  });

  it('returns the business groups of clients visible to the caller', async () => {
    const readGroups = async (email: string, body: unknown) =>
      send('POST /api/user-proxy', email, { query: { path: buckets }, body });
    const [group] = names((await readGroups('internal', ['1'])).body.data);
    expect(group).toEqual(expect.any(String));
    expect((await readGroups('client', ['2', 'x'])).body.data).toEqual([]);
    expect((await readGroups('internal', [])).body.data).toEqual([]);
    const own = names((await readGroups('onecommunity', ['1'])).body.data);
    expect(own).toHaveLength(1);
  });

  describe('questions to organizations', () => {
    const questions = async (email: string) =>
      new Map(
        ((await get(email, 'organization-questions')).body.data as Question[]).map((row) => [row.field, row]),
      );

    it('include the existing answers', async () => {
      const all = await questions('internal');
      expect(all.get('DeviceClass')).toMatchObject({
        label: 'Device Class',
        group: 'FirmographicMedicalDevices',
        kind: 'Terms',
        businessGroupId: '3',
        internalOnly: false,
        options: ['I', 'IIa', 'IIb', 'III'].map((name) => ({ id: name, name })),
      });
      expect(all.get('DeviceProductCount')).toMatchObject({ kind: 'Numeric', options: [] });
      expect(all.get('InternalScore')).toMatchObject({ internalOnly: true, businessGroupId: null });
      expect(all.get('OrgType')?.options.length).toBeGreaterThan(1);
      expect(all.get('ProductCategory')?.options.length).toBeGreaterThan(1);
    });

    it('show answers only to users who may search by them, and hide internal questions from others', async () => {
      const premium = await questions('premium');
      expect(premium.get('DeviceClass')?.options).toHaveLength(4);
      expect(premium.get('OrgType')?.options.length).toBeGreaterThan(1);
      expect(premium.get('DeviceCategory')).toMatchObject({ label: 'Device Category', options: [] });
      const client = await questions('client');
      expect([...client.values()].flatMap(({ options }) => options)).toEqual([]);
      expect(client.has('InternalScore') || premium.has('InternalScore')).toBe(false);
    });
  });
});
