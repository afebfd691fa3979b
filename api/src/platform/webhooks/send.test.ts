import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { createSendWebhook } from './send.ts';
import type { SendOptions } from './send.ts';
import { respondWith, startReceiver } from './testing/receiver.ts';
import type { Receiver, Respond } from './testing/receiver.ts';

const family = (address: string): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 });

describe('a webhook message', () => {
  let receivers: Receiver[] = [];
  const receiver = async (respond?: Respond) => {
    const started = await startReceiver(respond);
    receivers.push(started);
    return started;
  };
  afterEach(async () => {
    await Promise.all(receivers.map(({ stop }) => stop()));
    receivers = [];
  });

  const send = (url: string, options: Partial<SendOptions> = {}) =>
    createSendWebhook({ allowPrivate: true, timeoutMs: 120_000, ...options })({
      url,
      headers: { 'content-type': 'application/json', 'webhook-id': 'msg_1' },
      body: '{"name":"Zoë"}',
    });
  /** Sends as in production, to the addresses of a name. */
  const sendTo = (addresses: readonly string[], port: number) =>
    send(`https://hooks.example:${port}/`, {
      allowPrivate: false,
      timeoutMs: 100,
      resolve: async () => addresses.map(family),
    });

  it('is posted with its headers and its length', async () => {
    const { url, received } = await receiver((response) => response.writeHead(202).end('thank you'));
    expect(await send(url)).toEqual({ status: 202, response: 'thank you', error: null });
    expect(received).toMatchObject([
      { body: '{"name":"Zoë"}', headers: { 'webhook-id': 'msg_1', 'content-length': '15' } },
    ]);
  });

  it.each([400, 410, 429, 500])('is not received with status %i', async (status) => {
    const { url } = await receiver((response) => response.writeHead(status).end('no'));
    const error = `The server responded with status ${status}.`;
    expect(await send(url)).toEqual({ status, response: 'no', error });
  });

  const at = 'Mon, 02 Mar 2026 12:00:00 GMT';
  it.each([
    ['120', 120],
    ['Mon, 02 Mar 2026 12:00:30 GMT', 30],
    ['99999999999', 86_400],
    ['Mon, 02 Mar 2026 11:00:00 GMT', undefined],
    ['0', undefined],
    ['-5', undefined],
    ['soon', undefined],
  ])('is told to wait by Retry-After %s', async (text, seconds) => {
    const { url } = await receiver((response) =>
      response.writeHead(429, { date: at, 'retry-after': text }).end(),
    );
    expect((await send(url)).retryAfterSeconds).toBe(seconds);
  });

  it('that is received waits for nothing', async () => {
    const { url } = await receiver((response) => response.writeHead(200, { 'retry-after': '60' }).end());
    expect(await send(url)).toEqual({ status: 200, response: '', error: null });
  });

  it('does not follow redirects', async () => {
    const target = await receiver();
    for (const status of [301, 302, 303, 307, 308]) {
      const { url } = await receiver((response) =>
        response.writeHead(status, { location: target.url }).end(),
      );
      expect(await send(url)).toEqual({
        status,
        response: '',
        error: `The server redirects (status ${status}). Redirects are not followed.`,
      });
    }
    expect(target.received).toEqual([]);
  });

  it('waits for a slow receiver only so long', async () => {
    const { url } = await receiver(() => {});
    expect(await send(url, { timeoutMs: 50 })).toEqual({
      status: null,
      response: '',
      error: 'No response within 0.05 seconds.',
    });
  });

  it('keeps the start of a response that does not end', async () => {
    const { url } = await receiver((response) => response.writeHead(200).write('received'));
    let answer = await send(url, { timeoutMs: 50 });
    // On a busy machine, a short limit ends before the start arrives.
    for (let timeoutMs = 100; answer.response === ''; timeoutMs *= 2) answer = await send(url, { timeoutMs });
    expect(answer).toEqual({ status: 200, response: 'received', error: null });
  });

  it('reads no more than the start of a huge response, and closes the connection', async () => {
    let written = 0;
    const endless = function* () {
      for (;;) {
        written += 1;
        yield `${'a'.repeat(1999)}😀`.repeat(100);
      }
    };
    let closed = Promise.resolve<unknown>(undefined);
    const { url } = await receiver((response) => {
      closed = once(response, 'close');
      Readable.from(endless()).pipe(response);
    });
    expect(await send(url)).toEqual({ status: 200, response: 'a'.repeat(1999), error: null });
    await closed;
    expect(written).toBeLessThan(500);
  });

  it('replaces characters that the database cannot store', async () => {
    const { url } = await receiver((response) => response.end('a\0b'));
    expect((await send(url)).response).toBe('a\ufffdb');
  });

  it('says that there is no server', async () => {
    const { url, stop } = await startReceiver();
    await stop();
    expect(await send(url)).toEqual({
      status: null,
      response: '',
      error: 'The server refused the connection.',
    });
  });

  it('needs https', async () => {
    const { url, received } = await receiver();
    const { error } = await send(url, { allowPrivate: false });
    expect([error, received]).toEqual(['The address must begin with https://.', []]);
  });

  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '192.0.2.1',
    '[::1]',
    '[::]',
    '[fe80::1]',
    '[fc00::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b:1::10.0.0.1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
  ])('does not go to %s', async (host) => {
    const { port, received } = await receiver();
    const { status, error } = await send(`https://${host}:${port}/`, { allowPrivate: false });
    expect([status, error]).toEqual([null, expect.stringMatching(/^The address of \S+ is not public\.$/)]);
    expect(received).toEqual([]);
  });

  it.each([
    [['127.0.0.1']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['93.184.216.34', '10.0.0.1']],
    [['2606:4700::1', 'fd00::1']],
  ])('does not go to a name with the addresses %j', async (addresses) => {
    const { port, received } = await receiver();
    expect(await sendTo(addresses, port)).toEqual({
      status: null,
      response: '',
      error: 'The address of hooks.example is not public.',
    });
    expect(received).toEqual([]);
  });

  it('does not go to localhost, as this machine resolves it', async () => {
    const { port, received } = await receiver();
    const { error } = await send(`https://localhost:${port}/`, { allowPrivate: false });
    expect([error, received]).toEqual(['The address of localhost is not public.', []]);
  });

  it('goes to the address that was checked, even if the name has another one a moment later', async () => {
    const { port, received } = await receiver();
    const answers = [['192.88.99.2'], ['127.0.0.1'], ['127.0.0.1']];
    let asked = 0;
    const resolve = async () => (answers[asked++] ?? []).map(family);
    const first = await send(`http://hooks.example:${port}/`, { resolve, timeoutMs: 100 });
    expect([first.status, asked, received]).toEqual([null, 1, []]);
    expect((await send(`http://hooks.example:${port}/`, { resolve })).status).toBe(200);
    expect([asked, received.length]).toEqual([2, 1]);
  });

  it('says that a name has no address', async () => {
    const resolve = async () => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND hooks.example'), { code: 'ENOTFOUND' });
    };
    const { error } = await send('https://hooks.example/', { allowPrivate: false, resolve });
    expect(error).toBe('The name of the server could not be resolved.');
  });

  it('does not use the connection of an earlier message', async () => {
    const { url, port } = await receiver(respondWith(200));
    const resolve = jest.fn(async () => [family('127.0.0.1')]);
    await send(url.replace('127.0.0.1', 'hooks.example'), { resolve });
    await send(`http://hooks.example:${port}/`, { resolve });
    expect(resolve).toHaveBeenCalledTimes(2);
  });
});
