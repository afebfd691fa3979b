import { join, resolve } from 'node:path';
import { featureDefaults, featureNames } from '@readerlens/contract/vocabulary';
import type { FeatureFlags, FeatureName } from '@readerlens/contract/vocabulary';
import { Ajv } from 'ajv';
import { Type } from 'typebox';
import type { TSchema } from 'typebox';

/** The roles that a group can give. */
const groupRoles = ['Client', 'Internal'] as const;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Settings that are sent to the browser. */
export interface PublicConfig {
  signIn: {
    /** Whether users can log in with a password. */
    password: boolean;
    /** Name of the identity provider on the button to sign in; undefined without one. */
    provider: string | undefined;
  };
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

/** Sign-in by an identity provider with OpenID Connect. */
export interface OidcConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: string;
  /** The claim with the tenant or domain of a user, and its allowed values; any if undefined. */
  tenantClaim: string;
  tenants: string[] | undefined;
  groupClaim: string;
  groupRoles: GroupRole[];
}

/** Members of a group of the provider get a role. */
export interface GroupRole {
  group: string;
  role: (typeof groupRoles)[number];
}

export interface Config {
  port: number;
  host: string;
  /** Public address of the product, without a trailing slash. */
  publicUrl: string;
  /** Absolute path; the embedded database lives there if `databaseUrl` is undefined. */
  dataDir: string;
  databaseUrl: string | undefined;
  /** Migrates the database and owns its tables, if it is not the user of `databaseUrl`. */
  databaseOwnerUrl: string | undefined;
  statementTimeoutMs: number;
  /** Always set with `databaseUrl`; otherwise, a generated secret is stored in the data directory. */
  jwtSecret: string | undefined;
  tokenMinutes: number;
  loginLimits: { perAccount: number; perAddress: number; windowMinutes: number };
  /** Requests of an API client per period. */
  apiLimit: { requests: number; seconds: number };
  passwordPolicy: 'hint' | 'enforce';
  oidc: OidcConfig | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  /** The advice under the recipients of an alert. */
  safeSenderText: string;
  /** Whether webhook messages may go to private addresses and over plain HTTP. */
  webhookAllowPrivate: boolean;
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
const isLocal = ({ hostname }: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
/** What a provider sends over plain HTTP could be replaced on the way. */
const issuerAddress: Setting = {
  schema: Type.String({ pattern: '^https?://[^\\s?#]+$' }),
  accepts: (address) => URL.canParse(address) && (address.startsWith('https:') || isLocal(new URL(address))),
  rule: 'an address that begins with https://; http:// only on this machine',
};
const claimName = (fallback: string): Setting => ({
  schema: Type.String({ pattern: '^[^\\s,;]{1,200}$' }),
  rule: 'the name of a claim',
  fallback,
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

const isGroupRole = (item: string) => new RegExp(`^.+=(${groupRoles.join('|')})$`).test(item.trim());

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
  DATABASE_OWNER_URL: {
    schema: Type.String({ pattern: '^postgres(ql)?://' }),
    rule: 'the address of the database of DATABASE_URL, as the owner of its tables',
    secret: true,
  },
  STATEMENT_TIMEOUT_MS: wholeNumber(30_000, 100, 600_000),
  JWT_SECRET: secretText(32),
  TOKEN_MINUTES: wholeNumber(60, 1, 1440),
  LOGIN_LIMIT_PER_ACCOUNT: wholeNumber(10, 1, 1000),
  LOGIN_LIMIT_PER_ADDRESS: wholeNumber(30, 1, 100_000),
  LOGIN_LIMIT_MINUTES: wholeNumber(15, 1, 1440),
  API_LIMIT_REQUESTS: wholeNumber(600, 1, 1_000_000),
  API_LIMIT_SECONDS: wholeNumber(60, 1, 86_400),
  PASSWORD_POLICY: oneOf('hint', ['hint', 'enforce']),
  PASSWORD_LOGIN: oneOf('on', ['on', 'off']),
  OIDC_ISSUER: issuerAddress,
  OIDC_CLIENT_ID: { schema: Type.String({ maxLength: 200 }), rule: 'text of up to 200 characters' },
  OIDC_CLIENT_SECRET: secretText(1),
  OIDC_SCOPES: {
    schema: Type.String({ pattern: '^(\\S+ +)*openid( +\\S+)*$' }),
    rule: 'a list of scopes with openid, separated by spaces',
    fallback: 'openid email profile',
  },
  OIDC_LABEL: text('single sign-on'),
  OIDC_TENANT_CLAIM: claimName('tid'),
  OIDC_TENANTS: { schema: Type.String(), rule: 'a comma-separated list' },
  OIDC_GROUP_CLAIM: claimName('groups'),
  OIDC_GROUP_ROLES: {
    schema: Type.String(),
    accepts: (list) => list.split(';').every(isGroupRole),
    rule: `a list of group=role, separated by semicolons, with the roles ${groupRoles.join(' and ')}`,
  },
  SMTP_URL: {
    schema: Type.String({ pattern: '^smtps?://' }),
    rule: 'the address of a mail server that begins with smtp:// or smtps://',
    secret: true,
  },
  MAIL_FROM: text('Readerlens <no-reply@example.com>'),
  SAFE_SENDER_TEXT: {
    schema: Type.String({ minLength: 1, maxLength: 500 }),
    rule: 'text of up to 500 characters',
  },
  WEBHOOK_ALLOW_PRIVATE: oneOf('off', ['on', 'off']),
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

const oidcParts = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;

const signInProblems = (environment: Environment): string[] => {
  const missing = oidcParts.filter((name) => valueOf(environment, name) === undefined);
  const isOff = valueOf(environment, 'PASSWORD_LOGIN') === 'off';
  if (missing.length === oidcParts.length)
    return isOff ? ['PASSWORD_LOGIN=off needs OIDC_ISSUER: without both, signing in is impossible.'] : [];
  return missing.map((name) => `${name} must be set: ${oidcParts.join(', ')} belong together.`);
};

const combinationProblems = (environment: Environment): string[] => {
  const hasServer = valueOf(environment, 'DATABASE_URL') !== undefined;
  const problems: string[] = [];
  if (hasServer && !valueOf(environment, 'JWT_SECRET')) {
    problems.push(
      'JWT_SECRET must be set together with DATABASE_URL: all processes must sign sessions with the same secret.',
    );
  }
  problems.push(...signInProblems(environment));
  if (!hasServer && valueOf(environment, 'DATABASE_OWNER_URL') !== undefined)
    problems.push('DATABASE_OWNER_URL needs DATABASE_URL, the address with which the product runs.');
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

const listOf = (list: string | undefined, separator: string): string[] =>
  (list?.split(separator) ?? []).map((item) => item.trim()).filter((item) => item !== '');

/** The name of a group may contain '='. */
const groupRoleOf = (item: string): GroupRole => {
  const end = item.lastIndexOf('=');
  return { group: item.slice(0, end).trim(), role: item.slice(end + 1) as GroupRole['role'] };
};

/** The distinct origins, as browsers serialize them. */
const originsOf = (list: string | undefined): string[] => [
  ...new Set((list?.split(',') ?? []).map((origin) => new URL(origin.trim()).origin)),
];

const trustProxyOf = (value: string): Config['trustProxy'] => {
  if (value === 'false') return false;
  return /^\d+$/.test(value) ? Number(value) : value;
};

const safeSenderText = (sender: string): string => {
  const [address = sender] = /[^\s<>]+@[^\s<>]+/.exec(sender) ?? [];
  return `So that notification emails arrive, ask recipients to add ${address} to their safe senders.`;
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
  const issuer = optional('OIDC_ISSUER');
  const tenants = listOf(optional('OIDC_TENANTS'), ',');
  const oidcOf = (address: string): OidcConfig => ({
    issuer: address,
    clientId: value('OIDC_CLIENT_ID'),
    clientSecret: value('OIDC_CLIENT_SECRET'),
    scopes: value('OIDC_SCOPES'),
    tenantClaim: value('OIDC_TENANT_CLAIM'),
    tenants: tenants.length > 0 ? tenants : undefined,
    groupClaim: value('OIDC_GROUP_CLAIM'),
    groupRoles: listOf(optional('OIDC_GROUP_ROLES'), ';').map(groupRoleOf),
  });
  return {
    port,
    host: value('HOST'),
    publicUrl: (optional('PUBLIC_URL') ?? `http://localhost:${port}`).replace(/\/+$/, ''),
    dataDir,
    databaseUrl: optional('DATABASE_URL'),
    databaseOwnerUrl: optional('DATABASE_OWNER_URL'),
    statementTimeoutMs: number('STATEMENT_TIMEOUT_MS'),
    jwtSecret: optional('JWT_SECRET'),
    tokenMinutes: number('TOKEN_MINUTES'),
    loginLimits: {
      perAccount: number('LOGIN_LIMIT_PER_ACCOUNT'),
      perAddress: number('LOGIN_LIMIT_PER_ADDRESS'),
      windowMinutes: number('LOGIN_LIMIT_MINUTES'),
    },
    apiLimit: { requests: number('API_LIMIT_REQUESTS'), seconds: number('API_LIMIT_SECONDS') },
    passwordPolicy: value('PASSWORD_POLICY') as Config['passwordPolicy'],
    oidc: issuer === undefined ? undefined : oidcOf(issuer),
    smtpUrl: optional('SMTP_URL'),
    mailFrom: value('MAIL_FROM'),
    safeSenderText: optional('SAFE_SENDER_TEXT') ?? safeSenderText(value('MAIL_FROM')),
    webhookAllowPrivate: value('WEBHOOK_ALLOW_PRIVATE') === 'on',
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
      signIn: {
        password: value('PASSWORD_LOGIN') === 'on',
        provider: issuer === undefined ? undefined : value('OIDC_LABEL'),
      },
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

/** Where the database of a configuration is. */
export const databaseLocation = ({
  databaseUrl,
  databaseOwnerUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'dataDir'>) =>
  databaseUrl === undefined ? { dataDir } : { url: databaseUrl, ownerUrl: databaseOwnerUrl };
