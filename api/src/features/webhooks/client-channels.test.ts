import type { ChatChannels, ChatTestResult } from '@readerlens/contract';
import type { UserRow } from '../../people/tables.ts';
import { describeOnOneEngine, testApi } from '../../platform/testing/index.ts';
import { receiverPerTest, respondWith } from '../../platform/webhooks/testing/receiver.ts';
import { blinded, webhookWorld } from './testing/webhook-world.ts';

const path = '/api/client-channels/{clientId}';
const slack = 'https://hooks.slack.com/services/T000/B000/c2VjcmV0QmYz';

describeOnOneEngine('the chat channels of a client', (db) => {
  const world = webhookWorld(db);
  const receiver = receiverPerTest();
  /** As in production: no address of this machine. */
  const strict = testApi({}, {}, db);
  const params = { clientId: '1' };
  let staff: UserRow;
  beforeEach(async () => {
    staff = await world.addPerson({ role: 'Internal' });
  });

  const list = async (by = staff, headers = {}) =>
    (await world.call(by, `GET ${path}`, { params, headers })).body.data as ChatChannels;
  const add = (body: object, by = staff) =>
    world.call(by, `POST ${path}`, {
      params,
      body: { kind: 'slack', name: 'Field team', url: slack, ...body },
    });
  const addOne = async (body = {}) => {
    const { status, body: answer } = await add(body);
    if (status !== 200) throw new Error(answer.message);
    return (answer.data as ChatChannels).channels.at(-1)!;
  };
  const change = (channelId: string, body: object) =>
    world.call(staff, `PUT ${path}/{channelId}`, { params: { ...params, channelId }, body });
  const remove = (channelId: string) =>
    world.call(staff, `DELETE ${path}/{channelId}`, { params: { ...params, channelId } });
  const test = (channelId: string, headers = {}) =>
    world.call(staff, `POST ${path}/{channelId}/test`, { params: { ...params, channelId }, headers });

  it('are entered, and their address is never shown again', async () => {
    expect(await list()).toEqual({ clientId: '1', client: 'Norvane', channels: [] });
    const { status, body } = await add({ name: '  Field   team ' });
    expect([status, body.data]).toEqual([200, await list()]);
    expect((await list()).channels).toEqual([
      {
        id: expect.any(String),
        kind: 'slack',
        name: 'Field team',
        address: 'hooks.slack.com/…QmYz',
        version: 1,
      },
    ]);
    const [row] = await db().kysely.selectFrom('chat_channel').selectAll().execute();
    expect(Buffer.from(row!.address!).includes('c2VjcmV0')).toBe(false);
    const event = await world.event('channel.add');
    expect(event).toMatchObject({
      actor_id: staff.id,
      detail: { clientId: 1, kind: 'slack', host: 'hooks.slack.com' },
    });
    expect(JSON.stringify([event, body, row])).not.toContain('services');
  });

  it.each([
    ['slack', 'https://hooks.slack.com.evil.example/x', 'hooks.slack.com or hooks.slack-gov.com'],
    ['slack', 'https://xhooks.slack.com/x', 'hooks.slack.com or hooks.slack-gov.com'],
    ['slack', 'https://hooks.slack.com:8443/x', 'hooks.slack.com or hooks.slack-gov.com'],
    ['slack', 'https://127.0.0.1/x', 'hooks.slack.com or hooks.slack-gov.com'],
    ['teams', 'https://logic.azure.com/x', '*.logic.azure.com or *.api.powerplatform.com'],
    ['teams', 'https://evillogic.azure.com/x', '*.logic.azure.com or *.api.powerplatform.com'],
    ['teams', slack, '*.logic.azure.com or *.api.powerplatform.com'],
  ])('of %s cannot have the address %s', async (kind, url, hosts) => {
    const { status, body } = await strict().call(`POST ${path}`, {
      token: await strict().tokenFor(staff),
      params,
      body: { kind, name: 'Field team', url },
    });
    const name = kind === 'slack' ? 'Slack' : 'Microsoft Teams';
    const message = `The address of a ${name} channel is on ${hosts}.`;
    expect([status, body.details]).toEqual([400, [{ path: 'url', message }]]);
  });

  it.each([
    ['url', { url: '' }, 'Address Is Required'],
    ['url', { url: 'hooks.slack.com/x' }, 'Enter an address that begins with https://.'],
    ['url', { url: slack.replace('https', 'http') }, 'The address must begin with https://.'],
    ['name', { name: ' ' }, 'Name Is Required'],
    ['name', { name: 'x'.repeat(81) }, 'Name must not be longer than 80 characters'],
  ])('need a valid %s: %j', async (field, input, message) => {
    const { status, body } = await strict().call(`POST ${path}`, {
      token: await strict().tokenFor(staff),
      params,
      body: { kind: 'slack', name: 'Field team', url: slack, ...input },
    });
    expect([status, body.details]).toEqual([400, [{ path: field, message }]]);
  });

  it('can have the addresses of Slack and of Workflows', async () => {
    await addOne({ name: 'A', url: 'https://hooks.slack-gov.com/services/x' });
    await addOne({
      name: 'B',
      kind: 'teams',
      url: 'https://prod-23.westeurope.logic.azure.com:443/workflows/x',
    });
    await addOne({ name: 'C', kind: 'teams', url: 'https://default1.2.environment.api.powerplatform.com/x' });
    expect((await list()).channels.map(({ kind, name }) => [kind, name])).toEqual([
      ['slack', 'A'],
      ['teams', 'B'],
      ['teams', 'C'],
    ]);
    const { status, body } = await add({ name: 'a' });
    expect([status, body.details]).toEqual([
      400,
      [{ path: 'name', message: 'The client has a Slack channel of this name already.' }],
    ]);
  });

  it('are renamed and get another address, by somebody who has seen the last change', async () => {
    const { id } = await addOne();
    expect((await change(id, { name: 'Everyone', version: 1 })).status).toBe(200);
    expect((await list()).channels).toMatchObject([
      { name: 'Everyone', address: 'hooks.slack.com/…QmYz', version: 2 },
    ]);
    const url = 'https://hooks.slack-gov.com/services/zzzz1234';
    expect((await change(id, { name: 'Everyone', url, version: 1 })).status).toBe(409);
    expect((await change(id, { name: 'Everyone', url, version: 2 })).status).toBe(200);
    expect((await list()).channels).toMatchObject([{ address: 'hooks.slack-gov.com/…1234', version: 3 }]);
    expect(await world.event('channel.update')).toMatchObject({
      detail: { formerHost: 'hooks.slack.com', host: 'hooks.slack-gov.com' },
    });
  });

  it('are removed with their address, and their name is free again', async () => {
    const { id } = await addOne();
    expect((await remove(id)).body.data).toMatchObject({ channels: [] });
    const [row] = await db().kysely.selectFrom('chat_channel').selectAll().execute();
    expect(row).toMatchObject({ address: null, ending: '' });
    for (const { status } of [await remove(id), await change(id, { name: 'X', version: 1 }), await test(id)])
      expect(status).toBe(404);
    await addOne();
    expect((await list()).channels).toHaveLength(1);
  });

  it('are shown by name to other people of the client, who cannot change them', async () => {
    const { id } = await addOne();
    const person = await world.addPerson();
    expect((await list(person)).channels).toEqual([
      { id, kind: 'slack', name: 'Field team', address: null, version: 1 },
    ]);
    expect((await add({ name: 'Other' }, person)).status).toBe(403);
    const stranger = await world.addPerson({}, [2]);
    expect((await world.call(stranger, `GET ${path}`, { params })).status).toBe(404);
    const other = { params: { clientId: '2', channelId: id } };
    expect((await world.call(staff, `DELETE ${path}/{channelId}`, other)).status).toBe(404);
  });

  it('hide their names in Blinded Mode, and are not changed in it', async () => {
    await addOne();
    const { channels } = await list(staff, blinded);
    expect(channels).toMatchObject([
      { name: expect.stringMatching(/^Chat channel \d+$/), address: '(masked)' },
    ]);
    const body = { kind: 'slack', name: 'Other', url: slack };
    expect((await world.call(staff, `POST ${path}`, { params, body, headers: blinded })).status).toBe(409);
  });

  it('get a test message, and the response of the server is shown', async () => {
    const { id } = await addOne({ url: receiver().url });
    receiver().respond = (response) => response.writeHead(200).end('ok');
    const { body } = await test(id);
    expect(body.data).toMatchObject({ ok: true, status: 200, response: 'ok', error: null });
    expect(JSON.parse(receiver().received[0]!.body)).toMatchObject({
      text: 'Test message\nAlerts and activity reports about Norvane can be sent to this channel.',
    });
    receiver().respond = respondWith(403);
    const { data } = (await test(id, blinded)).body;
    const refused = data as ChatTestResult;
    expect(refused).toMatchObject({
      ok: false,
      error: 'The server responded with status 403.',
      response: '',
    });
    expect(await world.event('channel.test')).toMatchObject({ detail: { clientId: 1, status: 403 } });
    await db()
      .kysely.updateTable('chat_channel')
      .set({ address: Buffer.alloc(60) })
      .execute();
    expect(await test(id)).toMatchObject({
      status: 409,
      body: { message: 'The address of the channel can no longer be read. Enter it again.' },
    });
  });
});
