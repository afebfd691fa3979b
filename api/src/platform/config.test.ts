import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ConfigError, readConfig } from './config.ts';
import { readSecrets } from './secrets.ts';

const listProblems = (environment: Record<string, string>) => {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

const secret = 's'.repeat(32);

describe('readConfig', () => {
  it('works without any variables', () => {
    expect(readConfig({})).toEqual({
      port: 4000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:4000',
      dataDir: resolve('.data'),
      databaseUrl: undefined,
      databaseOwnerUrl: undefined,
      poolSize: 10,
      statementTimeoutMs: 30_000,
      figuresBytes: 64 * 2 ** 20,
      jwtSecret: undefined,
      keys: {
        acceptedJwtSecret: undefined,
        dataKey: undefined,
        acceptedDataKeys: [],
        linkKey: undefined,
        acceptedLinkKeys: [],
      },
      erasureKey: undefined,
      retention: {
        activities: 0,
        readers: 0,
        accounts: 0,
        auditEvents: 0,
        sendings: 400,
        mails: 30,
        mailFiles: 7,
      },
      tokenMinutes: 60,
      loginLimits: { perAccount: 10, perAddress: 30, windowMinutes: 15 },
      mailLimits: {
        sender: { hour: 200, day: 500 },
        personal: { hour: 5, day: 20 },
        routine: { hour: 60, day: 200 },
        security: { hour: 5, day: 120 },
      },
      apiLimit: { requests: 600, seconds: 60 },
      passwordPolicy: 'hint',
      oidc: undefined,
      smtpUrl: undefined,
      mailFrom: 'Readerlens <no-reply@example.com>',
      safeSenderText:
        'So that the emails of alerts arrive, ask recipients to add no-reply@example.com to their safe senders.',
      onboarding: {
        expiryDays: 90,
        reminderDays: 7,
        publications: expect.arrayContaining(['Readerlens Weekly']),
      },
      webhookAllowPrivate: false,
      scan: undefined,
      logLevel: 'info',
      trustProxy: false,
      drainSeconds: 0,
      workers: 'on',
      metricsToken: undefined,
      filesStore: resolve('.data', 'files'),
      areas: { store: undefined, channel: 'production', origins: [], backends: new Map() },
      preview: { secret: undefined, origins: [] },
      public: {
        signIn: { password: true, provider: undefined },
        support: {
          phone: '555-0100',
          email: 'support@example.com',
          knowledgeBaseUrl: 'https://example.com/help',
        },
        termsUrl: 'https://example.com/terms',
        privacyUrl: 'https://example.com/privacy',
        features: {
          marketingPerformance: true,
          disseminationDashboard: true,
          conferenceEngagements: false,
          targetAccounts: true,
          supportChat: true,
          productTour: true,
        },
      },
    });
  });

  it('reads the identity provider', () => {
    const { oidc, public: shown } = readConfig({
      OIDC_ISSUER: 'https://id.example/tenant',
      OIDC_CLIENT_ID: 'readerlens',
      OIDC_CLIENT_SECRET: 'a secret',
      OIDC_LABEL: 'Example ID',
      OIDC_TENANTS: 'one, two',
      OIDC_GROUP_ROLES: 'CN=Staff,OU=Teams=Internal; customers=Client',
      PASSWORD_LOGIN: 'off',
    });
    expect(oidc).toEqual({
      issuer: 'https://id.example/tenant',
      clientId: 'readerlens',
      clientSecret: 'a secret',
      scopes: 'openid email profile',
      tenantClaim: 'tid',
      tenants: ['one', 'two'],
      groupClaim: 'groups',
      groupRoles: [
        { group: 'CN=Staff,OU=Teams', role: 'Internal' },
        { group: 'customers', role: 'Client' },
      ],
    });
    expect(shown.signIn).toEqual({ password: false, provider: 'Example ID' });
  });

  it('needs all parts of an identity provider, and one way to sign in', () => {
    expect(listProblems({ OIDC_ISSUER: 'https://id.example' })).toEqual([
      'OIDC_CLIENT_ID must be set: OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET belong together.',
      'OIDC_CLIENT_SECRET must be set: OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET belong together.',
    ]);
    expect(listProblems({ PASSWORD_LOGIN: 'off' })).toEqual([
      'PASSWORD_LOGIN=off needs OIDC_ISSUER: without both, signing in is impossible.',
    ]);
  });

  it.each([
    ['OIDC_ISSUER', 'http://id.example'],
    ['OIDC_ISSUER', 'https://id.example?tenant=1'],
    ['OIDC_SCOPES', 'email profile'],
    ['OIDC_GROUP_ROLES', 'staff=Admin'],
    ['OIDC_GROUP_ROLES', 'staff=SystemAdmin'],
    ['OIDC_GROUP_ROLES', '=Internal'],
    ['OIDC_GROUP_ROLES', 'staff'],
  ])('rejects %s=%s', (name, value) => {
    const parts = { OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'x' };
    expect(listProblems(parts)).toEqual([]);
    expect(listProblems({ ...parts, [name]: value })).toHaveLength(1);
  });

  it('takes a part of the memory for figures, within limits, unless told how much', () => {
    const server = { DATABASE_URL: 'postgres://db.example/readerlens', JWT_SECRET: secret };
    const { figuresBytes } = readConfig(server);
    expect(figuresBytes).toBeGreaterThanOrEqual(64 * 2 ** 20);
    expect(figuresBytes).toBeLessThanOrEqual(512 * 2 ** 20);
    expect(readConfig({ ...server, FIGURES_MEMORY_MB: '100' }).figuresBytes).toBe(100 * 2 ** 20);
    expect(() => readConfig({ FIGURES_MEMORY_MB: '63' })).toThrow(
      'FIGURES_MEMORY_MB must be a whole number of megabytes from 64 to 8192',
    );
  });

  it('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: ' ', DATABASE_URL: '' })).toEqual(readConfig({}));
  });

  it('reads variables', () => {
    const config = readConfig({
      PORT: '8080',
      PUBLIC_URL: 'https://readers.example/',
      DATABASE_URL: 'postgres://db.example/readerlens',
      JWT_SECRET: secret,
      DATA_KEY: secret,
      DATA_KEY_ACCEPTED: `${'a'.repeat(32)}, ${'b'.repeat(40)}`,
      TOKEN_MINUTES: '15',
      PASSWORD_POLICY: 'enforce',
      SMTP_URL: 'smtps://mail.example',
      TRUST_PROXY: '2',
      FEATURES: '-support-chat, +target-accounts',
      AREAS_STORE: 's3://areas/readerlens',
      AREAS_CHANNEL: 'staging',
      AREA_ORIGINS: 'https://areas.example, https://AREAS.example:443,http://localhost:4301',
      AREA_BACKENDS: 'notes=https://NOTES.example:443/api/, lists=http://localhost:4302',
      PREVIEW_ORIGINS: 'http://localhost:4301',
      PREVIEW_SECRET: secret,
    });
    expect(config).toMatchObject({
      port: 8080,
      publicUrl: 'https://readers.example',
      databaseUrl: 'postgres://db.example/readerlens',
      jwtSecret: secret,
      keys: { dataKey: secret, acceptedDataKeys: ['a'.repeat(32), 'b'.repeat(40)] },
      tokenMinutes: 15,
      passwordPolicy: 'enforce',
      smtpUrl: 'smtps://mail.example',
      trustProxy: 2,
      areas: {
        store: 's3://areas/readerlens',
        channel: 'staging',
        origins: ['https://areas.example', 'http://localhost:4301'],
        backends: new Map([
          ['notes', 'https://notes.example/api'],
          ['lists', 'http://localhost:4302'],
        ]),
      },
      preview: { secret, origins: ['http://localhost:4301'] },
      public: { features: { ...readConfig({}).public.features, supportChat: false, targetAccounts: true } },
    });
  });

  it('lists all problems at once', () => {
    expect(
      listProblems({
        PORT: 'http',
        TOKEN_MINUTES: '1.5',
        PASSWORD_POLICY: 'strong',
        SMTP_URL: 'mail.example:password',
        DATABASE_URL: 'postgres://db.example/readerlens',
        FEATURES: '+everything',
      }),
    ).toEqual([
      "PORT must be a whole number from 0 to 65535; it is 'http'.",
      "TOKEN_MINUTES must be a whole number from 1 to 1440; it is '1.5'.",
      "PASSWORD_POLICY must be one of hint, enforce; it is 'strong'.",
      'SMTP_URL must be the address of a mail server that begins with smtp:// or smtps://.',
      "FEATURES must be a comma-separated list of features with + (on) or - (off) before each name: marketing-performance, dissemination-dashboard, conference-engagements, target-accounts, support-chat, product-tour, or area:ID:NAME for a switch of an area; it is '+everything'.",
      'JWT_SECRET must be set together with DATABASE_URL: all processes must sign sessions with the same secret.',
    ]);
  });

  it('runs background work in every process by default, and rejects WORKERS=only without a server', () => {
    expect(readConfig({}).workers).toBe('on');
    expect(readConfig({ WORKERS: 'off' }).workers).toBe('off');
    expect(listProblems({ WORKERS: 'maybe' })).toEqual([
      "WORKERS must be one of on, off, only; it is 'maybe'.",
    ]);
    expect(listProblems({ WORKERS: 'only' })).toEqual([
      'WORKERS=only needs DATABASE_URL: the embedded database belongs to one process.',
    ]);
  });

  it('keeps webhook messages on the public internet unless told otherwise', () => {
    expect(readConfig({ WEBHOOK_ALLOW_PRIVATE: 'on' }).webhookAllowPrivate).toBe(true);
    expect(listProblems({ WEBHOOK_ALLOW_PRIVATE: 'yes' })).toEqual([
      "WEBHOOK_ALLOW_PRIVATE must be one of on, off; it is 'yes'.",
    ]);
  });

  it('reads where the virus scanner is', () => {
    const maxBytes = 100 * 1024 * 1024;
    expect(readConfig({ SCAN_ADDRESS: 'clamav.example:3310' }).scan).toEqual({
      host: 'clamav.example',
      port: 3310,
      maxBytes,
    });
    expect(readConfig({ SCAN_ADDRESS: '[::1]:3310', SCAN_MAX_BYTES: '2048' }).scan).toEqual({
      host: '::1',
      port: 3310,
      maxBytes: 2048,
    });
    expect(listProblems({ SCAN_ADDRESS: 'clamav.example', SCAN_MAX_BYTES: '1' })).toEqual([
      "SCAN_ADDRESS must be the host and port of a virus scanner, such as clamav.example:3310; it is 'clamav.example'.",
      "SCAN_MAX_BYTES must be a whole number from 1024 to 4000000000; it is '1'.",
    ]);
  });

  it('turns one feature off and leaves the others unchanged', () => {
    const { features } = readConfig({ FEATURES: '-marketing-performance' }).public;
    expect(features).toEqual({ ...readConfig({}).public.features, marketingPerformance: false });
  });

  it('sets switches of areas, whether the areas are deployed or not', () => {
    const { features } = readConfig({
      FEATURES: '-area:notes:drafts,+area:notes:drafts, -area:plans:beta',
    }).public;
    expect(features).toEqual({
      ...readConfig({}).public.features,
      'area:notes:drafts': true,
      'area:plans:beta': false,
    });
  });

  it.each(['support-chat', '-', '-support-chat,', 'none', '+area:notes', '+area:Notes:x'])(
    'rejects the features %s',
    (list) => {
      expect(listProblems({ FEATURES: list })).toHaveLength(1);
    },
  );

  it.each([
    ['AREAS_STORE', 's3://'],
    ['AREAS_STORE', 'ftp://areas.example'],
    ['AREAS_CHANNEL', '../production'],
    ['AREA_ORIGINS', 'https://areas.example/folder'],
    ['AREA_ORIGINS', '*'],
    ['AREA_BACKENDS', 'https://notes.example'],
    ['AREA_BACKENDS', 'notes=notes.example'],
    ['AREA_BACKENDS', 'notes=https://user:secret@notes.example'],
    ['AREA_BACKENDS', 'notes=https://notes.example?key=1'],
    ['AREA_ORIGINS', 'https://areas.example:99999'],
    ['AREA_ORIGINS', 'https://areas.example,'],
    ['PREVIEW_ORIGINS', "https://areas.example;script-src 'unsafe-inline'"],
  ])('rejects %s=%s', (name, value) => {
    expect(listProblems({ [name]: value })).toHaveLength(1);
  });

  it('does not print secrets', () => {
    const problems = listProblems({
      JWT_SECRET: 'too-short-secret',
      METRICS_TOKEN: 'tiny',
      PREVIEW_SECRET: 'short',
    });
    expect(problems).toEqual([
      'JWT_SECRET must be at least 32 characters long.',
      'METRICS_TOKEN must be at least 16 characters long.',
      'PREVIEW_SECRET must be at least 32 characters long.',
    ]);
  });

  it('accepts 0 or the least period of retention, and nothing between', () => {
    const settings = (days: string) => listProblems({ RETENTION_AUDIT_DAYS: days });
    expect([settings('0'), settings('90')]).toEqual([[], []]);
    expect(settings('89')).toEqual([
      "RETENTION_AUDIT_DAYS must be 0, or a whole number from 90 to 36500; it is '89'.",
    ]);
  });

  it.each(['-1', '65536', '4000.5', 'many'])('rejects the port %s', (port) => {
    expect(listProblems({ PORT: port })).toHaveLength(1);
  });
});

describe('the secret of an embedded installation', () => {
  it('is generated once, readable only by its owner, and yields a separate key for each purpose', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'readerlens-secret-'));
    const unset = { jwtSecret: undefined, dataDir, preview: { secret: undefined, origins: [] } };
    const first = readSecrets(unset);
    expect(readSecrets(unset)).toMatchObject({ tokenKeys: first.tokenKeys, previewKeys: first.previewKeys });
    expect(first.previewKeys[0]).not.toEqual(first.tokenKeys[0]);
    expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toHaveLength(64);
    expect(first.identityHash(1)).not.toBe(first.identityHash(2));
    rmSync(dataDir, { recursive: true });
  });

  it('is not used if one is configured', () => {
    const dataDir = '/nowhere';
    const preview = { secret: undefined, origins: [] };
    const [a, b, c] = ['a', 'a', 'b'].map((letter) =>
      readSecrets({ jwtSecret: letter.repeat(32), dataDir, preview }),
    );
    expect(a?.tokenKeys).toEqual(b?.tokenKeys);
    expect(a?.tokenKeys).not.toEqual(c?.tokenKeys);
    expect(a?.previewKeys).not.toEqual(c?.previewKeys);
  });

  it('does not sign preview links if they have a separate secret', () => {
    const preview = { secret, origins: [] };
    const { previewKeys } = readSecrets({ jwtSecret: 'j'.repeat(32), dataDir: '/nowhere', preview });
    expect(new TextDecoder().decode(previewKeys[0])).toBe(secret);
  });
});
