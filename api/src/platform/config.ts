import { join, resolve } from 'node:path';
import { featureDefaults, featureNames } from '@readerlens/contract/vocabulary';
import type { FeatureFlags, FeatureName } from '@readerlens/contract/vocabulary';
import { Ajv } from 'ajv';
import { Type } from 'typebox';
import type { TSchema } from 'typebox';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Settings that are sent to the browser. */
export interface PublicConfig {
  support: { phone: string; email: string; knowledgeBaseUrl: string };
  termsUrl: string;
  privacyUrl: string;
  features: FeatureFlags;
}

/** Location of the deployed areas. */
export interface AreasConfig {
  /** A folder or `s3://bucket/prefix`; undefined for the areas of this checkout. */
  store: string | undefined;
  /** Name of the registry in the store. */
  channel: string;
  /** Origins other than the page's own from which areas may be loaded. */
  origins: string[];
}

/** Previews of staged area versions through signed links. */
export interface PreviewConfig {
  /** Signs the links; if undefined, a key is derived from the installation's own secret. */
  secret: string | undefined;
  /** Origins other than the page's own from which previewed versions may be loaded. */
  origins: string[];
}

export interface Config {
  port: number;
  host: string;
  /** Public address of the product, without a trailing slash. */
  publicUrl: string;
  /** Absolute path; the embedded database lives there if `databaseUrl` is undefined. */
  dataDir: string;
  databaseUrl: string | undefined;
  statementTimeoutMs: number;
  /** Always set with `databaseUrl`; otherwise, a generated secret is stored in the data directory. */
  jwtSecret: string | undefined;
  tokenMinutes: number;
  loginLimits: { perAccount: number; perAddress: number; windowMinutes: number };
  passwordPolicy: 'hint' | 'enforce';
  smtpUrl: string | undefined;
  mailFrom: string;
  logLevel: (typeof logLevels)[number];
  /** Number of proxies in front of the server, or their addresses; false for none. */
  trustProxy: false | number | string;
  /** Whether this process does background work in addition to requests, only requests, or only background work. */
  workers: 'on' | 'off' | 'only';
  metricsToken: string | undefined;
  /** Where files are stored: a folder or `s3://bucket/prefix`. */
  filesStore: string;
  areas: AreasConfig;
  preview: PreviewConfig;
  public: PublicConfig;
}

/** All problems of the environment, one sentence each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`Invalid configuration:\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

interface Setting {
  schema: TSchema;
  /** A check that the schema cannot express. */
  accepts?: (value: string) => boolean;
  /** End of the sentence about an invalid value: 'PORT must be …'. */
  rule: string;
  fallback?: string | number;
  /** Keeps the value out of messages. */
  secret?: boolean;
}

const wholeNumber = (fallback: number, minimum: number, maximum: number): Setting => ({
  schema: Type.Integer({ minimum, maximum }),
  rule: `a whole number from ${minimum} to ${maximum}`,
  fallback,
});
const oneOf = (fallback: string, values: readonly string[]): Setting => ({
  schema: Type.String({ enum: [...values] }),
  rule: `one of ${values.join(', ')}`,
  fallback,
});
const text = (fallback: string): Setting => ({
  schema: Type.String({ minLength: 1, maxLength: 200 }),
  rule: 'text of up to 200 characters',
  fallback,
});
const webAddress = (fallback?: string): Setting => ({
  schema: Type.String({ pattern: '^https?://[^\\s/]+' }),
  rule: 'an address that begins with http:// or https://',
  ...(fallback ? { fallback } : {}),
});
const secretText = (minLength: number): Setting => ({
  schema: Type.String({ minLength }),
  rule: `at least ${minLength} characters long`,
  secret: true,
});
const storeTarget: Setting = {
  schema: Type.String({ pattern: '^(s3://[a-z0-9][a-z0-9.-]+(/.*)?|(?![a-z0-9]+:/).+)$' }),
  rule: 'a folder or s3://bucket/prefix',
};
/** Accepts only what is safe in a content security policy and valid as an origin. */
const isOrigin = (item: string) => /^https?:\/\/[A-Za-z0-9.-]+(:\d+)?$/.test(item) && URL.canParse(item);
const originList: Setting = {
  schema: Type.String(),
  accepts: (list) => list.split(',').every((origin) => isOrigin(origin.trim())),
  rule: 'a comma-separated list of origins such as https://areas.example',
};

/** The name of a feature in FEATURES: 'marketing-performance' for 'marketingPerformance'. */
const flagNameOf = (feature: FeatureName) =>
  feature.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const flagNames = featureNames.map(flagNameOf);
const flagPattern = `[+-](${flagNames.join('|')})`;

const settings = {
  PORT: wholeNumber(4000, 0, 65535),
  HOST: text('127.0.0.1'),
  PUBLIC_URL: webAddress(),
  DATA_DIR: text('.data'),
  DATABASE_URL: {
    schema: Type.String({ pattern: '^postgres(ql)?://' }),
    rule: 'the address of a PostgreSQL database that begins with postgres://',
    secret: true,
  },
  STATEMENT_TIMEOUT_MS: wholeNumber(30_000, 100, 600_000),
  JWT_SECRET: secretText(32),
  TOKEN_MINUTES: wholeNumber(60, 1, 1440),
  LOGIN_LIMIT_PER_ACCOUNT: wholeNumber(10, 1, 1000),
  LOGIN_LIMIT_PER_ADDRESS: wholeNumber(30, 1, 100_000),
  LOGIN_LIMIT_MINUTES: wholeNumber(15, 1, 1440),
  PASSWORD_POLICY: oneOf('hint', ['hint', 'enforce']),
  SMTP_URL: {
    schema: Type.String({ pattern: '^smtps?://' }),
    rule: 'the address of a mail server that begins with smtp:// or smtps://',
    secret: true,
  },
  MAIL_FROM: text('Readerlens <no-reply@example.com>'),
  LOG_LEVEL: oneOf('info', logLevels),
  TRUST_PROXY: {
    schema: Type.String({ pattern: '^(false|\\d{1,2}|[0-9A-Fa-f.:/, ]+|loopback)$' }),
    rule: "'false', the number of proxies in front of the server, or their comma-separated addresses",
    fallback: 'false',
  },
  WORKERS: oneOf('on', ['on', 'off', 'only']),
  METRICS_TOKEN: secretText(16),
  FILES_STORE: storeTarget,
  AREAS_STORE: storeTarget,
  AREAS_CHANNEL: {
    schema: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,39}$' }),
    rule: 'a name of lower-case letters, digits and hyphens',
    fallback: 'production',
  },
  AREA_ORIGINS: originList,
  PREVIEW_ORIGINS: originList,
  PREVIEW_SECRET: secretText(32),
  SUPPORT_PHONE: text('555-0100'),
  SUPPORT_EMAIL: text('support@example.com'),
  KNOWLEDGE_BASE_URL: webAddress('https://example.com/help'),
  TERMS_URL: webAddress('https://example.com/terms'),
  PRIVACY_URL: webAddress('https://example.com/privacy'),
  FEATURES: {
    schema: Type.String({ pattern: `^${flagPattern}(\\s*,\\s*${flagPattern})*$` }),
    rule: `a comma-separated list of features with + (on) or - (off) before each name: ${flagNames.join(', ')}`,
  },
} satisfies Record<string, Setting>;

type Name = keyof typeof settings;
type Environment = Readonly<Record<string, string | undefined>>;

/** The value of a variable; undefined if it is unset or blank. */
const valueOf = (environment: Environment, name: Name) => environment[name]?.trim() || undefined;

const problemsOf = (environment: Environment): string[] => {
  const ajv = new Ajv({ coerceTypes: true });
  const isValid = ({ schema, accepts }: Setting, value: string) =>
    ajv.validate(Type.Object({ value: schema }), { value }) && (accepts?.(value) ?? true);
  return (Object.entries(settings) as [Name, Setting][]).flatMap(([name, setting]) => {
    const { rule, secret } = setting;
    const value = valueOf(environment, name);
    if (value === undefined || isValid(setting, value)) return [];
    return [`${name} must be ${rule}${secret ? '' : `; it is '${value}'`}.`];
  });
};

const combinationProblems = (environment: Environment): string[] => {
  const hasServer = valueOf(environment, 'DATABASE_URL') !== undefined;
  const problems: string[] = [];
  if (hasServer && !valueOf(environment, 'JWT_SECRET')) {
    problems.push(
      'JWT_SECRET must be set together with DATABASE_URL: all processes must sign sessions with the same secret.',
    );
  }
  if (!hasServer && valueOf(environment, 'WORKERS') === 'only') {
    problems.push('WORKERS=only needs DATABASE_URL: the embedded database belongs to one process.');
  }
  return problems;
};

/** The defaults with the listed changes; if a feature is listed twice, the last one wins. */
const featuresOf = (list: string | undefined): FeatureFlags => {
  const changes = (list?.split(',') ?? []).map((change) => change.trim());
  const flagOf = (feature: FeatureName) => {
    const last = changes.findLast((change) => change.slice(1) === flagNameOf(feature));
    return last ? last.startsWith('+') : featureDefaults[feature];
  };
  return Object.fromEntries(featureNames.map((feature) => [feature, flagOf(feature)])) as FeatureFlags;
};

/** The distinct origins, as browsers serialize them. */
const originsOf = (list: string | undefined): string[] => [
  ...new Set((list?.split(',') ?? []).map((origin) => new URL(origin.trim()).origin)),
];

const trustProxyOf = (value: string): Config['trustProxy'] => {
  if (value === 'false') return false;
  return /^\d+$/.test(value) ? Number(value) : value;
};

/**
 * Reads the configuration from environment variables and fills in defaults. Throws ConfigError, which lists all
 * problems at once.
 */
export const readConfig = (environment: Environment): Config => {
  const problems = [...problemsOf(environment), ...combinationProblems(environment)];
  if (problems.length > 0) throw new ConfigError(problems);
  const optional = (name: Name) => valueOf(environment, name);
  const value = (name: Name) => valueOf(environment, name) ?? String((settings[name] as Setting).fallback);
  const number = (name: Name) => Number(value(name));
  const port = number('PORT');
  const dataDir = resolve(value('DATA_DIR'));
  return {
    port,
    host: value('HOST'),
    publicUrl: (optional('PUBLIC_URL') ?? `http://localhost:${port}`).replace(/\/+$/, ''),
    dataDir,
    databaseUrl: optional('DATABASE_URL'),
    statementTimeoutMs: number('STATEMENT_TIMEOUT_MS'),
    jwtSecret: optional('JWT_SECRET'),
    tokenMinutes: number('TOKEN_MINUTES'),
    loginLimits: {
      perAccount: number('LOGIN_LIMIT_PER_ACCOUNT'),
      perAddress: number('LOGIN_LIMIT_PER_ADDRESS'),
      windowMinutes: number('LOGIN_LIMIT_MINUTES'),
    },
    passwordPolicy: value('PASSWORD_POLICY') as Config['passwordPolicy'],
    smtpUrl: optional('SMTP_URL'),
    mailFrom: value('MAIL_FROM'),
    logLevel: value('LOG_LEVEL') as Config['logLevel'],
    trustProxy: trustProxyOf(value('TRUST_PROXY')),
    workers: value('WORKERS') as Config['workers'],
    metricsToken: optional('METRICS_TOKEN'),
    filesStore: optional('FILES_STORE') ?? join(dataDir, 'files'),
    areas: {
      store: optional('AREAS_STORE'),
      channel: value('AREAS_CHANNEL'),
      origins: originsOf(optional('AREA_ORIGINS')),
    },
    preview: {
      secret: optional('PREVIEW_SECRET'),
      origins: originsOf(optional('PREVIEW_ORIGINS')),
    },
    public: {
      support: {
        phone: value('SUPPORT_PHONE'),
        email: value('SUPPORT_EMAIL'),
        knowledgeBaseUrl: value('KNOWLEDGE_BASE_URL'),
      },
      termsUrl: value('TERMS_URL'),
      privacyUrl: value('PRIVACY_URL'),
      features: featuresOf(optional('FEATURES')),
    },
  };
};
