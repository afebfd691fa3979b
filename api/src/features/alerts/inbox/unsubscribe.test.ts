import { Registry } from 'prom-client';
import { buildApi } from '../../../app.ts';
import { createLogger } from '../../../platform/http/logging.ts';
import { describeOnOneEngine, testApi } from '../../../platform/testing/index.ts';
import type { UserRow } from '../../../people/tables.ts';
import { alertWorld } from '../testing/alert-world.ts';
import { secretsFrom } from '../../../platform/secrets.ts';
import { createUnsubscribeLinks } from '../run/run-mail.ts';

describeOnOneEngine('unsubscribing', (db) => {
  const world = alertWorld(db);
  const [former, current] = ['former', 'current'].map((name) => name.padEnd(32, '.')) as [string, string];
  const accepting = testApi({ LINK_KEY: current, LINK_KEY_ACCEPTED: former }, {}, db);
  const refusing = testApi({ LINK_KEY: current }, {}, db);
  const links = () => createUnsubscribeLinks(world.api().services.secrets);
  const subscribed = async (alertId: string): Promise<Record<number, boolean>> => {
    const rows = await db()
      .kysely.selectFrom('alert_recipient')
      .select(['user_id', 'is_email_subscribed'])
      .where('alert_id', '=', alertId)
      .execute();
    return Object.fromEntries(rows.map(({ user_id, is_email_subscribed }) => [user_id, is_email_subscribed]));
  };
  const audited = async () =>
    db()
      .kysely.selectFrom('audit_event')
      .select(['actor_id', 'account_id', 'detail'])
      .where('action', '=', 'alert.unsubscribe')
      .where('actor_id', '=', other.id)
      .execute();
  const call = (method: 'GET' | 'POST', token: string) =>
    world.api().call(`${method} /api/notification-unsubscribe/{token}`, { params: { token } });

  let alertId = '';
  let other: UserRow;
  let token = '';
  beforeEach(async () => {
    ({ user: other } = await world.addPerson());
    alertId = await world.complete([world.owner(), other]);
    token = links().sign({ alertId, userId: other.id });
  });

  it('shows the alert and the address, and changes nothing', async () => {
    const { status, body } = await call('GET', token);
    expect([status, body.data]).toEqual([200, { name: 'Visits', email: other.email, isSubscribed: true }]);
    const head = await world
      .api()
      .app.inject({ method: 'HEAD', url: `/api/notification-unsubscribe/${token}` });
    expect(head.statusCode).toBe(200);
    expect((await subscribed(alertId))[other.id]).toBe(true);
    expect(await audited()).toEqual([]);
  });

  it('works with a link of a former key as long as it is accepted', async () => {
    const signWith = (secret: string) =>
      createUnsubscribeLinks(secretsFrom(secret)).sign({ alertId, userId: other.id });
    const open = async (api: typeof accepting, link: string) =>
      (await api().call('GET /api/notification-unsubscribe/{token}', { params: { token: link } })).status;
    const statuses = await Promise.all(
      [accepting, refusing].flatMap((api) => [former, current].map((secret) => open(api, signWith(secret)))),
    );
    expect(statuses).toEqual([200, 200, 400, 200]);
  });

  it('ends the mails of this alert to this person, who stays a recipient', async () => {
    const second = await world.complete([world.owner(), other]);
    expect((await call('POST', token)).status).toBe(200);
    expect(await subscribed(alertId)).toEqual({ [world.owner().id]: true, [other.id]: false });
    expect((await subscribed(second))[other.id]).toBe(true);
    expect((await call('POST', token)).status).toBe(200);
    expect(await audited()).toEqual([{ actor_id: other.id, account_id: other.id, detail: { id: alertId } }]);
    expect((await call('GET', token)).body.data).toMatchObject({ isSubscribed: false });
  });

  it.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ])('is possible with one click in a mail program (%s)', async (type, payload) => {
    const { statusCode } = await world.api().app.inject({
      method: 'POST',
      url: `/api/notification-unsubscribe/${token}`,
      headers: { 'content-type': type },
      payload,
    });
    expect(statusCode).toBe(200);
    expect((await subscribed(alertId))[other.id]).toBe(false);
  });

  it('refuses forms elsewhere', async () => {
    const { statusCode } = await world.api().app.inject({
      method: 'POST',
      url: '/api/forgot-password',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'email=a',
    });
    expect(statusCode).toBe(415);
  });

  it('opens the page in a browser', async () => {
    const { statusCode, headers } = await world.api().app.inject({
      method: 'GET',
      url: `/api/notification-unsubscribe/${token}`,
      headers: { accept: 'text/html,application/xhtml+xml' },
    });
    expect([statusCode, headers.location]).toEqual([302, `https://app.example/unsubscribe/${token}`]);
  });

  it('works without an account that can log in, and after the alert was deleted', async () => {
    await db().kysely.updateTable('app_user').set({ is_active: false }).where('id', '=', other.id).execute();
    await db()
      .kysely.updateTable('alert')
      .set({ deleted_at: new Date() })
      .where('id', '=', alertId)
      .execute();
    expect((await call('GET', token)).body.data).toMatchObject({ name: 'Visits' });
    expect((await call('POST', token)).status).toBe(200);
    expect((await subscribed(alertId))[other.id]).toBe(false);
  });

  it('does nothing for someone who is no recipient any more', async () => {
    await db().kysely.deleteFrom('alert_recipient').where('user_id', '=', other.id).execute();
    expect((await call('GET', token)).body.data).toMatchObject({ isSubscribed: false });
    expect((await call('POST', token)).status).toBe(200);
    expect(await audited()).toEqual([]);
  });

  it('is not undone by a wizard that was opened before', async () => {
    const { version } = world.done(await world.read(alertId));
    await call('POST', token);
    const targets = [world.owner(), other].map(({ id }) => ({ userId: String(id), isEmailSubscribed: true }));
    const { status } = await world.call('PUT /api/notification/{id}/targets', alertId, { targets, version });
    expect(status).toBe(409);
    expect((await subscribed(alertId))[other.id]).toBe(false);
  });

  it('refuses every other token', async () => {
    const [alert = '', user = '', signature = ''] = token.split('.');
    const wrong = [
      'x',
      `${alert}.${world.owner().id}.${signature}`,
      `${alert.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))}.${user}.${signature}`,
      `${alert}.${user}.${signature.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'))}`,
      links().sign({ alertId: '00000000-0000-4000-8000-000000000000', userId: other.id }),
    ];
    for (const each of wrong) {
      expect((await call('GET', each)).body).toMatchObject({ code: 'invalid_token' });
    }
    for (const each of wrong.slice(0, -1)) expect((await call('POST', each)).status).toBe(400);
    expect((await subscribed(alertId))[other.id]).toBe(true);
  });

  it('keeps the token out of the log', async () => {
    const lines: string[] = [];
    const logger = createLogger({ logLevel: 'info' }, { write: (line: string) => void lines.push(line) });
    const app = await buildApi({ services: { ...world.api().services, metrics: new Registry() }, logger });
    await app.inject({ url: `/api/notification-unsubscribe/${token}` });
    await app.close();
    expect(lines.join('')).toContain('/api/notification-unsubscribe/:token');
    expect(lines.join('')).not.toContain(token);
  });
});
