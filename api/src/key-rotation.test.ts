// Keys are changed while the product runs: a process with other settings works on the same database.
import type { JSONWebKeySet } from 'jose';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import type { Alarm, CallKey } from '@readerlens/contract';
import { buildApi } from './app.ts';
import type { Services } from './people/services.ts';
import type { UserRow } from './people/tables.ts';
import { readConfig } from './platform/config.ts';
import { readSecrets } from './platform/secrets.ts';
import { addUser, describeOnEachEngine } from './platform/testing/index.ts';
import { createCaller } from './platform/testing/test-api.ts';
import { receiverPerTest } from './platform/webhooks/testing/receiver.ts';
import { reencrypt } from './run-reencrypt.ts';
import { sealedColumns } from './sendings/webhooks/stored-secrets.ts';
import { signPreview } from './features/areas/preview-token.ts';
import { storeClientWebhook } from './features/webhooks/testing/client-receiver.ts';
import { storeChannel } from './features/webhooks/testing/stored-channel.ts';
import { createServices } from './services.ts';

type Environment = Readonly<Record<string, string>>;

const former = 'a secret for tests of at least 32 characters';
const other = 'another secret that has 32 characters or more';
const key = 'a key for what is stored with 32 characters';
const nextKey = 'the next key for what is stored in a database';

/** A secret of client 1 that was encrypted before keys had ids, with a key from the former JWT_SECRET. */
const sealedByEarlierVersion = Buffer.from(
  'a21091c140c1437bc0bfff2e3fabe47d9a5574a71eb367c37e2ff6ad054f5d27a901bf58f5922c3ae20d08950e04262f1e62a94be62d548be403ad98d7003b6f0c5ef51296af86e9d873dffa1c3e',
  'hex',
);
const secretOfEarlierVersion = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;

describeOnEachEngine('a change of keys', (db) => {
  const receiver = receiverPerTest();
  let staff: UserRow;
  const apps: { close(): Promise<unknown> }[] = [];
  beforeAll(async () => {
    staff = await addUser(db(), { role: 'Internal' });
    const clients = Array.from({ length: 120 }, (_, index) => ({ id: index + 1, name: `Client ${index}` }));
    await db().kysely.insertInto('client').values(clients).execute();
  });
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close();
    for (const table of ['client_webhook', 'chat_channel'] as const)
      await db().kysely.deleteFrom(table).execute();
  });

  const createProcessServices = (environment: Environment): Services => {
    const config = readConfig({ LOG_LEVEL: 'silent', WEBHOOK_ALLOW_PRIVATE: 'on', ...environment });
    const services = createServices(config, db(), readSecrets(config));
    return { ...services, resolveHost: async () => [{ address: '127.0.0.1', family: 4 }] };
  };

  const startProcess = async (environment: Environment, services = createProcessServices(environment)) => {
    const app = await buildApi({ services, checkResponses: true });
    apps.push(app);
    const caller = createCaller(app);
    const token = await services.signIns.begin(staff, 'password', { ip: '127.0.0.1', headers: {} });
    const params = { clientId: '1' };
    const call = (name: CallKey, body?: object) => caller(name, { token, params, body });
    return {
      services,
      token,
      caller,
      read: async (url: string) => (await app.inject(url)).payload,
      /** Sets the webhook of client 1; returns its new secret. */
      async connect(): Promise<string> {
        await call('PUT /api/client-webhook/{clientId}', { url: receiver().url });
        const { body } = await call('POST /api/client-webhook/{clientId}/secret');
        return (body.data as { secret: string }).secret;
      },
      /** Sends a message; whether its signature is right for the secret. */
      async delivers(secret: string): Promise<boolean> {
        receiver().received.length = 0;
        const { status } = await call('POST /api/client-webhook/{clientId}/test');
        const [message] = receiver().received;
        if (status !== 200 || !message) return false;
        new Webhook(secret).verify(message.body, message.headers as Record<string, string>);
        return true;
      },
      alarms: async () => (await call('GET /api/operations/alarms')).body.data as Alarm[],
    };
  };

  /** Runs the command; what it prints, and whether all has the current key. */
  const runCommand = async (services: Services, onLine: (line: string) => void = () => {}) => {
    const lines: string[] = [];
    const print = (line: string) => {
      lines.push(line);
      onLine(line);
    };
    const isDone = await reencrypt(services, { print, signal: new AbortController().signal });
    return { isDone, lines };
  };

  const unreadable = async ({ alarms }: { alarms: () => Promise<Alarm[]> }) =>
    (await alarms()).find(({ condition }) => condition === 'secrets-unreadable')?.what;

  it('leaves webhooks as they are before, during and after it, whatever happens to JWT_SECRET', async () => {
    const before = await startProcess({ JWT_SECRET: former });
    const previous = await before.connect();
    const secret = await before.connect();
    expect([await before.delivers(previous), await before.delivers(secret)]).toEqual([true, true]);

    const during = await startProcess({ JWT_SECRET: other, DATA_KEY: key, DATA_KEY_ACCEPTED: former });
    expect([await during.delivers(previous), await during.delivers(secret)]).toEqual([true, true]);
    const tooEarly = await startProcess({ JWT_SECRET: other, DATA_KEY: key });
    expect(await tooEarly.delivers(secret)).toBe(false);
    expect(await unreadable(tooEarly)).toBe(
      'No key of this process reads 2 webhook secrets; their messages fail.',
    );
    expect(await unreadable(during)).toBeUndefined();

    expect(await runCommand(during.services)).toMatchObject({
      isDone: true,
      lines: expect.arrayContaining(['Encrypted with the current key: 2 webhook secrets.']),
    });
    const after = tooEarly;
    expect([await after.delivers(previous), await after.delivers(secret)]).toEqual([true, true]);
    expect(await unreadable(after)).toBeUndefined();
    expect(await during.delivers(secret)).toBe(true);
    expect(await before.delivers(secret)).toBe(false);
  });

  it('can begin in one process after the other', async () => {
    const first = await startProcess({ JWT_SECRET: former, DATA_KEY: key, DATA_KEY_ACCEPTED: nextKey });
    const second = await startProcess({ JWT_SECRET: former, DATA_KEY: nextKey, DATA_KEY_ACCEPTED: key });
    const old = await first.connect();
    expect(await second.delivers(old)).toBe(true);
    const renewed = await second.connect();
    expect([await first.delivers(old), await first.delivers(renewed)]).toEqual([true, true]);
  });

  it('needs nothing of what earlier versions encrypted', async () => {
    const before = await startProcess({ JWT_SECRET: former });
    await storeClientWebhook(db(), before.services, { clientId: 1, url: receiver().url });
    await db().kysely.updateTable('client_webhook').set({ secret: sealedByEarlierVersion }).execute();
    expect(await before.delivers(secretOfEarlierVersion)).toBe(true);
    const withKey = await startProcess({ JWT_SECRET: former, DATA_KEY: key });
    expect(await withKey.delivers(secretOfEarlierVersion)).toBe(true);
    expect((await runCommand(withKey.services)).isDone).toBe(true);
    const later = await startProcess({ JWT_SECRET: other, DATA_KEY: key });
    expect(await later.delivers(secretOfEarlierVersion)).toBe(true);
  });

  describe('with many secrets', () => {
    const readKeys = async () => {
      const { rows } = await sql<{ count: number }>`
        SELECT count(*)::integer AS count FROM client_webhook
        GROUP BY substring(secret FROM 1 FOR 12) ORDER BY 1 DESC`.execute(db().kysely);
      return rows.map(({ count }) => count);
    };
    const channelUrl = 'https://hooks.slack.com/services/T000/B000/secret';
    beforeEach(async () => {
      const services = createProcessServices({ JWT_SECRET: former });
      for (let clientId = 1; clientId <= 120; clientId += 1)
        await storeClientWebhook(db(), services, { clientId, url: 'https://receiver.example/' });
      await storeChannel(db(), services, { clientId: 1, url: channelUrl });
    });

    it('goes on after an interruption, and changes nothing the next time', async () => {
      const services = createProcessServices({ JWT_SECRET: former, DATA_KEY: key });
      const interrupted = runCommand(services, () => {
        throw new Error('The connection is lost.');
      });
      await expect(interrupted).rejects.toThrow('The connection is lost.');
      expect(await readKeys()).toEqual([100, 20]);
      const again = await runCommand(services);
      expect(again).toMatchObject({
        isDone: true,
        lines: expect.arrayContaining([
          'Encrypted with the current key: 20 webhook secrets and 1 channel address.',
        ]),
      });
      expect(await readKeys()).toEqual([120]);
      expect(await runCommand(services)).toEqual({
        isDone: true,
        lines: ['All that is stored has the current key. No key of DATA_KEY_ACCEPTED is needed to read it.'],
      });
    });

    it('can be run twice at once, while secrets are generated', async () => {
      const product = await startProcess({ JWT_SECRET: former, DATA_KEY: key });
      const [, , secret] = await Promise.all([
        runCommand(product.services),
        runCommand(createProcessServices({ JWT_SECRET: former, DATA_KEY: key })),
        product.connect(),
      ]);
      const later = await startProcess({ JWT_SECRET: other, DATA_KEY: key });
      expect(await readKeys()).toEqual([120]);
      expect(await unreadable(later)).toBeUndefined();
      expect(await later.delivers(secret)).toBe(true);
    });

    it('is not done as long as something cannot be read', async () => {
      const services = createProcessServices({ JWT_SECRET: other, DATA_KEY: key });
      await storeChannel(db(), services, { clientId: 2, url: channelUrl });
      const { isDone, lines } = await runCommand(services);
      expect([isDone, lines]).toEqual([
        false,
        expect.arrayContaining([
          expect.stringMatching(
            /^No key of this process reads 120 webhook secrets and 1 channel address; .* DATA_KEY_ACCEPTED/,
          ),
        ]),
      ]);
    });
  });

  it('is looked for by metrics, which open only what names no key, and that once', async () => {
    const before = createProcessServices({ JWT_SECRET: former });
    await storeClientWebhook(db(), before, { clientId: 1, url: receiver().url });
    await db().kysely.updateTable('client_webhook').set({ secret: sealedByEarlierVersion }).execute();
    await storeClientWebhook(db(), before, { clientId: 2, url: receiver().url });
    await storeChannel(db(), before, {
      clientId: 2,
      url: 'https://hooks.slack.com/services/T000/B000/secret',
    });
    const opened: string[] = [];
    const start = async (environment: Environment) => {
      const services = createProcessServices(environment);
      const deriveDataKeys: Services['secrets']['deriveDataKeys'] = (purpose) => {
        opened.push(purpose);
        return services.secrets.deriveDataKeys(purpose);
      };
      const counted = { ...services, secrets: { ...services.secrets, deriveDataKeys } };
      return startProcess(environment, counted);
    };
    const readMetrics = async (process: Awaited<ReturnType<typeof start>>) => {
      opened.length = 0;
      const active = /^alarm_active\{condition="secrets-unreadable",severity="critical"\} (\d)$/m;
      return [active.exec(await process.read('/metrics'))?.[1], ...opened];
    };
    const during = await start({ JWT_SECRET: other, DATA_KEY: key, DATA_KEY_ACCEPTED: former });
    expect(await readMetrics(during)).toEqual(['0', 'webhook secret']);
    expect(await readMetrics(during)).toEqual(['0']);
    const without = await start({ JWT_SECRET: other, DATA_KEY: key });
    expect(await readMetrics(without)).toEqual(['1', 'webhook secret']);
    expect(await readMetrics(without)).toEqual(['1']);
    expect(await unreadable(without)).toMatch('No key of this process reads 2 webhook secrets and 1 channel');
    const changed = Buffer.from(sealedByEarlierVersion).fill(1, 20);
    await sql`UPDATE client_webhook SET secret = ${changed} WHERE client_id = 1`.execute(db().kysely);
    expect(await readMetrics(during)).toEqual(['1', 'webhook secret']);
    expect(await unreadable(during)).toMatch('No key of this process reads 1 webhook secret;');
  });

  it('includes each column with encrypted texts', async () => {
    // Contents of mails, and hashes of erased readers.
    const plain = [
      'outbox_attachment.content',
      'client_erased_identity.hash',
      'erased_identity.hash',
      'packed_month.first_codes',
      'packed_month.ids',
      'packed_month.instants',
      'packed_month.organisations',
      'packed_month.second_codes',
      'reader_restriction.email_hash',
    ];
    const { rows } = await sql<{ name: string }>`
      SELECT table_name || '.' || column_name AS name FROM information_schema.columns
      WHERE table_schema = current_schema() AND data_type = 'bytea'`.execute(db().kysely);
    const sealed = sealedColumns.map(({ table, column }) => `${table}.${column}`);
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...plain, ...sealed].toSorted());
  });

  it('ends no session while the former JWT_SECRET is accepted, and then each', async () => {
    const { token } = await startProcess({ JWT_SECRET: former });
    const open = async (environment: Environment, by = token) => {
      const { caller } = await startProcess(environment);
      const { status, body } = await caller('GET /api/session', { token: by });
      return [status, body.code];
    };
    const during = { JWT_SECRET: other, JWT_SECRET_ACCEPTED: former };
    expect(await open(during)).toEqual([200, undefined]);
    expect(await open({ JWT_SECRET: other })).toEqual([401, 'invalid_token']);
    // What the accepted one verifies is signed with the other one.
    const renewed = (await startProcess(during)).token;
    expect(await open({ JWT_SECRET: former }, renewed)).toEqual([401, 'invalid_token']);
    expect(await open({ JWT_SECRET: former, JWT_SECRET_ACCEPTED: other }, renewed)).toEqual([200, undefined]);
  });

  it('leaves what is short-lived valid while both secrets of JWT_SECRET are accepted', async () => {
    const before = await startProcess({ JWT_SECRET: former });
    const during = await startProcess({ JWT_SECRET: other, JWT_SECRET_ACCEPTED: former });
    const after = await startProcess({ JWT_SECRET: other });
    const { config, secrets } = before.services;
    const version = { area: 'review', version: 'abc123', integrity: `sha384-${'A'.repeat(64)}` };
    const staged = { ...version, base: `${new URL(config.publicUrl).origin}/areas/review/abc123/` };
    const preview = await signPreview(secrets.previewKeys[0], staged, 60);
    const check = async ({ caller }: typeof before) =>
      (await caller('POST /api/areas/preview/check', { body: { token: preview } })).status;
    expect([await check(before), await check(during), await check(after)]).toEqual([200, 200, 400]);

    const readKeyIds = async ({ read }: typeof before) =>
      (JSON.parse(await read('/api/area-backends/keys')) as JSONWebKeySet).keys.map(({ kid }) => kid);
    const [[old], both, [next]] = [
      await readKeyIds(before),
      await readKeyIds(during),
      await readKeyIds(after),
    ];
    expect(both).toEqual([next, old]);
    expect(old).not.toBe(next);
  });

  it('counts a person once in measurements of areas, whatever happens to JWT_SECRET', async () => {
    const sample = { area: 'review', version: 'abc123', kind: 'load', value: 100 };
    const environments: Environment[] = [{ JWT_SECRET: former }, { JWT_SECRET: other, DATA_KEY: former }];
    for (const environment of environments) {
      const { caller, token } = await startProcess(environment);
      const body = { samples: [sample] };
      expect(await caller('POST /api/areas/samples', { token, body })).toMatchObject({ status: 200 });
    }
    const { rows } = await sql<{ people: number; samples: number }>`
      SELECT count(DISTINCT person)::integer AS people, count(*)::integer AS samples FROM area_sample`.execute(
      db().kysely,
    );
    expect(rows).toEqual([{ people: 1, samples: 2 }]);
  });
});
