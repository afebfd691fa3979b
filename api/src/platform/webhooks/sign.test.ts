import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { setDate } from '../testing/index.ts';
import type { DataKey } from '../secrets.ts';
import { createSecretBox } from './secret-box.ts';
import { newWebhookSecret, signatureHeaders } from './sign.ts';

const at = new Date('2026-03-02T12:00:00.900Z');
const body = '{"name":"Zoë"}';

describe('signatures', () => {
  beforeEach(() => setDate(at));
  afterEach(() => jest.useRealTimers());

  it('are accepted by the library of Standard Webhooks, with each valid secret', () => {
    const secrets = [newWebhookSecret(), newWebhookSecret()];
    const headers = signatureHeaders({ id: 'msg_1', at, body, secrets });
    expect(headers['webhook-timestamp']).toBe('1772452800');
    for (const secret of secrets) expect(new Webhook(secret).verify(body, headers)).toEqual({ name: 'Zoë' });
    const verifyWith = (secret: string, text = body) => new Webhook(secret).verify(text, headers);
    expect(() => verifyWith(newWebhookSecret())).toThrow('No matching signature found');
    expect(() => verifyWith(secrets[0]!, `${body} `)).toThrow('No matching signature found');
  });

  it('are those of the specification, and of the messages that earlier versions sent', () => {
    const vector = {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      at: new Date(1_614_265_330_000),
      body: '{"test": 2432232314}',
      secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    };
    expect(signatureHeaders(vector)).toEqual({
      'webhook-id': vector.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
    const secret = newWebhookSecret();
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const expected = createHmac('sha256', key).update(`msg_1.1772452800.${body}`).digest('base64');
    const headers = signatureHeaders({ id: 'msg_1', at, body, secrets: [secret] });
    expect(headers['webhook-signature']).toBe(`v1,${expected}`);
  });

  it('have 32 random bytes as secret', () => {
    expect(newWebhookSecret()).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(newWebhookSecret()).not.toBe(newWebhookSecret());
  });
});

describe('a secret box', () => {
  const dataKey = (digit: number): DataKey => ({
    id: new Uint8Array(8).fill(digit),
    key: new Uint8Array(32).fill(digit),
  });
  const box = createSecretBox([dataKey(7)]);

  it('opens what it sealed, and seals differently each time', () => {
    const sealed = box.seal('a secret', '3');
    expect(box.open(sealed, '3')).toBe('a secret');
    expect(Buffer.from(sealed).includes('a secret')).toBe(false);
    expect(box.seal('a secret', '3')).not.toEqual(sealed);
  });

  it('opens nothing that was changed or belongs elsewhere', () => {
    const sealed = box.seal('a secret', '3');
    const changed = Uint8Array.from(sealed, (byte, index) => (index === 30 ? byte ^ 1 : byte));
    const other = createSecretBox([dataKey(0)]);
    expect(box.open(changed, '3')).toBeUndefined();
    for (let length = 0; length < sealed.length; length += 1)
      expect(box.open(sealed.subarray(0, length), '3')).toBeUndefined();
    expect(box.open(sealed, '4')).toBeUndefined();
    expect(other.open(sealed, '3')).toBeUndefined();
  });
});
