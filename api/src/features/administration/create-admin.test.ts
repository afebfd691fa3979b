import { nameLength } from '@readerlens/contract';
import { addUser, testApi } from '../../platform/testing/index.ts';
import { createAdmin } from './create-admin.ts';
import type { AdminName } from './create-admin.ts';

const api = testApi();
const create = (email: string, name?: AdminName) =>
  createAdmin(api().db, { email, name }, api().services.config);
const readUsers = (email: string) =>
  api()
    .db.kysely.selectFrom('app_user')
    .select(['first_name', 'last_name'])
    .where('email', 'ilike', email)
    .execute();

describe('createAdmin', () => {
  it('creates a system administrator who can register with the link', async () => {
    const { link } = await create('root@company.example');
    expect(link).toMatch(/^https:\/\/app\.example\/register\/[\w-]{43}$/);
    const token = link.split('/').at(-1) ?? '';
    const { body } = await api().call('POST /api/set-password/from-token', {
      body: { token, password: 'Root-pass-1' },
    });
    const session = await api().call('GET /api/session', { token: body.token as string });
    expect(session.body.data).toMatchObject({ email: 'root@company.example', role: 'SystemAdmin' });
    const mails = await api().db.kysely.selectFrom('outbox_mail').select('to_address').execute();
    expect(mails).toEqual([{ to_address: 'root@company.example' }]);
  });

  it('sends another link to an administrator who has not registered', async () => {
    const first = await create('second@company.example');
    const again = await create('SECOND@company.example');
    expect(again.link).not.toBe(first.link);
    expect(await readUsers('second@company.example')).toEqual([
      { first_name: 'System', last_name: 'Administrator' },
    ]);
  });

  it('gives a new administrator the name, and one who has not registered another', async () => {
    for (const firstName of ['Ada', 'Adele']) {
      await create('named@company.example', { firstName, lastName: ' Lee ' });
      expect(await readUsers('named@company.example')).toEqual([{ first_name: firstName, last_name: 'Lee' }]);
    }
  });

  it('refuses a name that cannot be stored with all that is wrong, and creates nobody', async () => {
    const name = { firstName: ' ', lastName: 'x'.repeat(nameLength + 1) };
    await expect(create('wrong@company.example', name)).rejects.toThrow(
      `The first name is missing. The last name must not be longer than ${nameLength} characters.`,
    );
    expect(await readUsers('wrong@company.example')).toEqual([]);
  });

  it.each([
    ['registered@company.example', 'has an account already'],
    ['client@company.example', 'is invited as Client'],
    ['nonsense', 'is not an e-mail address'],
  ])('refuses %s', async (email, reason) => {
    if (email.startsWith('registered')) await addUser(api().db, { email, password: 'x' });
    if (email.startsWith('client')) await addUser(api().db, { email });
    await expect(create(email)).rejects.toThrow(reason);
  });
});
