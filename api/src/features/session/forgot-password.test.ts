import { sql } from 'kysely';
import { addUser, testApi } from '../../platform/testing/index.ts';

const api = testApi({ LOGIN_LIMIT_PER_ADDRESS: '12' });
let lastAddress = 0;
const newAddress = () => {
  lastAddress += 1;
  return `10.1.0.${lastAddress}`;
};

const forgot = (email: string, parts: { token?: string; address?: string } = {}) =>
  api().call('POST /api/forgot-password', { body: { email }, address: newAddress(), ...parts });

const subjectsTo = async (address: string) => {
  const mails = await api()
    .db.kysely.selectFrom('outbox_mail')
    .select('subject')
    .where('to_address', '=', address)
    .execute();
  return mails.map(({ subject }) => subject);
};

describe('POST /api/forgot-password', () => {
  afterEach(() => jest.useRealTimers());

  it('mails a link, and confirms it', async () => {
    const user = await addUser(api().db, { password: 'x' });
    const { status, body } = await forgot(` ${user.email.toUpperCase()} `);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: `A reset password link has been sent to ${user.email.toUpperCase()}`,
      data: null,
    });
    expect(await subjectsTo(user.email)).toEqual(['Reset your password']);
  });

  it('invites a user who has not registered', async () => {
    const user = await addUser(api().db);
    await forgot(user.email);
    expect(await subjectsTo(user.email)).toEqual(['Complete your registration']);
  });

  it('returns the same response with and without an account, after the same time', async () => {
    const user = await addUser(api().db, { password: 'x' });
    const inactive = await addUser(api().db, { password: 'x', is_active: false });
    jest.useFakeTimers({
      doNotFake: [
        'Date',
        'hrtime',
        'nextTick',
        'performance',
        'queueMicrotask',
        'setImmediate',
        'clearImmediate',
        'setInterval',
        'clearInterval',
      ],
    });
    for (const email of [user.email, inactive.email, 'nobody@users.example']) {
      const answered: string[] = [];
      const answer = forgot(email).finally(() => answered.push(email));
      // Far more than the work of the call.
      for (let query = 0; query < 100; query += 1) await sql`SELECT 1`.execute(api().db.kysely);
      expect(answered).toEqual([]);
      let waitedMs = 0;
      for (; answered.length === 0; waitedMs += 50) {
        await jest.advanceTimersByTimeAsync(50);
        await sql`SELECT 1`.execute(api().db.kysely);
      }
      expect(waitedMs).toBeGreaterThanOrEqual(300);
      const { status, body } = await answer;
      expect(status).toBe(200);
      expect(body).toMatchObject({
        success: true,
        message: `A reset password link has been sent to ${email}`,
      });
    }
    expect(await subjectsTo('nobody@users.example')).toEqual([]);
    expect(await subjectsTo(inactive.email)).toEqual([]);
  });

  it('returns the real outcome to staff', async () => {
    const token = await api().tokenFor(await addUser(api().db, { role: 'Internal' }));
    const user = await addUser(api().db, { password: 'x' });
    expect((await forgot(user.email, { token })).status).toBe(200);
    const { status, body } = await forgot('nobody@users.example', { token });
    expect(status).toBe(404);
    expect(body).toMatchObject({
      success: false,
      message: 'There is no active user with this e-mail address.',
    });
  });

  it('treats clients and invalid tokens as anonymous', async () => {
    const token = await api().tokenFor(await addUser(api().db, { role: 'Premium' }));
    for (const sent of [token, 'not-a-token']) {
      expect((await forgot('nobody@users.example', { token: sent })).status).toBe(200);
    }
  });

  it.each(['', 'plain', 'a@b', '@users.example', 'a b@users.example', 'a@users.example\r\nBcc: x@y.example'])(
    'refuses %j',
    async (email) => {
      const { status, body } = await forgot(email);
      expect(status).toBe(400);
      expect(body).toMatchObject({
        success: false,
        message: 'Invalid Email Address',
        code: 'invalid_input',
        details: [{ path: 'email', message: 'Invalid Email Address' }],
      });
    },
  );

  it('limits mails per account without revealing it', async () => {
    const user = await addUser(api().db, { password: 'x' });
    for (let count = 0; count < 7; count += 1) expect((await forgot(user.email)).status).toBe(200);
    expect(await subjectsTo(user.email)).toHaveLength(5);
  });

  it('limits mails per account for staff too, and says so', async () => {
    const token = await api().tokenFor(await addUser(api().db, { role: 'Internal' }));
    const user = await addUser(api().db, { password: 'x' });
    for (let count = 0; count < 5; count += 1) expect((await forgot(user.email, { token })).status).toBe(200);
    const { status, body } = await forgot(user.email, { token });
    expect([status, body.message]).toEqual([
      429,
      `The limit of emails to ${user.email} is reached: 5 per hour and 120 per day. Please try again in 60 minutes.`,
    ]);
    expect(await subjectsTo(user.email)).toHaveLength(5);
  });

  it('limits requests per address', async () => {
    const address = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 13 }, (_, index) => forgot(`nobody${index}@users.example`, { address })),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});
