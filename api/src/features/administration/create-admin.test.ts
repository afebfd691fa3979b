import { addUser, testApi } from '../../platform/testing/index.ts';
import { createAdmin } from './create-admin.ts';

const api = testApi();
const create = (email: string) => createAdmin(api().db, email, api().services.config);

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
    const users = await api()
      .db.kysely.selectFrom('app_user')
      .select('id')
      .where('email', 'ilike', 'second@company.example')
      .execute();
    expect(users).toHaveLength(1);
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
