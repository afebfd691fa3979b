import { featureNames } from '@readerlens/contract/vocabulary';
import type { ProductFeature } from '@readerlens/contract/vocabulary';
import { Ajv } from 'ajv';
import { Type } from 'typebox';
import type { TSchema } from 'typebox';
import { alertRunDays, attachmentDays, mailDays, sentDays } from '../deadlines.ts';
import { daySeconds } from './time.ts';

/** The roles that a group can give. */
export const groupRoles = ['Client', 'Internal'] as const;
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export interface Setting {
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
/** Without a fallback. */
const megabytes = (minimum: number, maximum: number): Setting => ({
  schema: Type.Integer({ minimum, maximum }),
  rule: `a whole number of megabytes from ${minimum} to ${maximum}`,
});
/** Days after which something is deleted; 0 keeps it. */
const retentionDays = (minimum: number): Setting => ({
  schema: Type.Integer({ minimum: 0, maximum: 36_500 }),
  accepts: (value) => Number(value) === 0 || Number(value) >= minimum,
  rule: `0, or a whole number from ${minimum} to 36500`,
  fallback: 0,
});
const choiceSetting = (fallback: string, values: readonly string[]): Setting => ({
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
/** Without commas, so that it can be one of a list later. */
const keyText: Setting = {
  schema: Type.String({ pattern: '^[^,]{32,}$' }),
  rule: 'at least 32 characters long, without commas',
  secret: true,
};
const keyList: Setting = {
  schema: Type.String(),
  accepts: (list) => list.split(',').every((key) => key.trim().length >= 32),
  rule: 'a comma-separated list of keys that are at least 32 characters long',
  secret: true,
};
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

const isBackend = (item: string) => {
  const [, address = ''] = /^[a-z][a-z0-9-]{0,39}=(https?:\/\/[^\s?#@]+)$/.exec(item.trim()) ?? [];
  return URL.canParse(address);
};
const backendList: Setting = {
  schema: Type.String(),
  accepts: (list) => list.split(',').every(isBackend),
  rule: 'a comma-separated list of areas with the addresses of their backends, such as notes=https://notes.example',
};

const isGroupRole = (item: string) => new RegExp(`^.+=(${groupRoles.join('|')})$`).test(item.trim());

/** The name of a feature in FEATURES: 'marketing-performance' for 'marketingPerformance'. */
export const formatFlagName = (feature: ProductFeature) =>
  feature.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const flagNames = featureNames.map(formatFlagName);
/** Of an area, with its id and a name. Which exist depends on what is deployed. */
const areaSwitch = 'area(?::[a-z][a-z0-9-]{0,39}){2}';
const flagPattern = `[+-](${flagNames.join('|')}|${areaSwitch})`;

/** The environment variables, each with its rule and default. */
export const settings = {
  PORT: wholeNumber(4000, 0, 65535),
  HOST: text('127.0.0.1'),
  DRAIN_SECONDS: wholeNumber(0, 0, 600),
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
  DATABASE_POOL_SIZE: wholeNumber(10, 5, 200),
  // Without one, it follows from the memory of the machine.
  FIGURES_MEMORY_MB: megabytes(64, 8192),
  STATEMENT_TIMEOUT_MS: wholeNumber(30_000, 100, 600_000),
  JWT_SECRET: secretText(32),
  JWT_SECRET_ACCEPTED: secretText(32),
  DATA_KEY: keyText,
  DATA_KEY_ACCEPTED: keyList,
  LINK_KEY: keyText,
  LINK_KEY_ACCEPTED: keyList,
  TOKEN_MINUTES: wholeNumber(60, 1, 1440),
  LOGIN_LIMIT_PER_ACCOUNT: wholeNumber(10, 1, 1000),
  LOGIN_LIMIT_PER_ADDRESS: wholeNumber(30, 1, 100_000),
  LOGIN_LIMIT_MINUTES: wholeNumber(15, 1, 1440),
  // At least the recipients of one shared activity, which is sent to all or nobody.
  MAIL_LIMIT_SENDER_HOUR: wholeNumber(200, 20, 1_000_000),
  MAIL_LIMIT_SENDER_DAY: wholeNumber(500, 20, 1_000_000),
  MAIL_LIMIT_PERSONAL_HOUR: wholeNumber(5, 1, 10_000),
  MAIL_LIMIT_PERSONAL_DAY: wholeNumber(20, 1, 10_000),
  MAIL_LIMIT_ROUTINE_HOUR: wholeNumber(60, 1, 10_000),
  MAIL_LIMIT_ROUTINE_DAY: wholeNumber(200, 1, 10_000),
  MAIL_LIMIT_SECURITY_HOUR: wholeNumber(5, 1, 10_000),
  API_LIMIT_REQUESTS: wholeNumber(600, 1, 1_000_000),
  API_LIMIT_SECONDS: wholeNumber(60, 1, daySeconds),
  PASSWORD_POLICY: choiceSetting('hint', ['hint', 'enforce']),
  PASSWORD_LOGIN: choiceSetting('on', ['on', 'off']),
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
  ONBOARDING_EXPIRY_DAYS: wholeNumber(90, 1, 3650),
  ONBOARDING_REMINDER_DAYS: wholeNumber(7, 0, 90),
  ONBOARDING_PUBLICATIONS: text(
    'Readerlens Weekly, Readerlens Insights, Readerlens Briefing, Readerlens Review, Readerlens Events, Readerlens Webinars, Readerlens Partners',
  ),
  SCAN_ADDRESS: {
    schema: Type.String({ pattern: '^(\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$' }),
    rule: 'the host and port of a virus scanner, such as clamav.example:3310',
  },
  SCAN_MAX_BYTES: wholeNumber(100 * 1024 * 1024, 1024, 4_000_000_000),
  WEBHOOK_ALLOW_PRIVATE: choiceSetting('off', ['on', 'off']),
  LOG_LEVEL: choiceSetting('info', logLevels),
  TRUST_PROXY: {
    schema: Type.String({ pattern: '^(false|\\d{1,2}|[0-9A-Fa-f.:/, ]+|loopback)$' }),
    rule: "'false', the number of proxies in front of the server, or their comma-separated addresses",
    fallback: 'false',
  },
  WORKERS: choiceSetting('on', ['on', 'off', 'only']),
  METRICS_TOKEN: secretText(16),
  FILES_STORE: storeTarget,
  AREAS_STORE: storeTarget,
  AREAS_CHANNEL: {
    schema: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,39}$' }),
    rule: 'a name of lower-case letters, digits and hyphens',
    fallback: 'production',
  },
  AREA_ORIGINS: originList,
  AREA_BACKENDS: backendList,
  PREVIEW_ORIGINS: originList,
  PREVIEW_SECRET: secretText(32),
  ERASURE_KEY: secretText(32),
  RETENTION_ACTIVITY_DAYS: retentionDays(30),
  RETENTION_READER_DAYS: retentionDays(30),
  RETENTION_ACCOUNT_DAYS: retentionDays(1),
  RETENTION_AUDIT_DAYS: retentionDays(90),
  RETENTION_SENT_DAYS: wholeNumber(sentDays, alertRunDays, 36_500),
  RETENTION_MAIL_DAYS: wholeNumber(mailDays, 7, 36_500),
  RETENTION_MAIL_FILE_DAYS: wholeNumber(attachmentDays, 1, 36_500),
  SUPPORT_PHONE: text('555-0100'),
  SUPPORT_EMAIL: text('support@example.com'),
  KNOWLEDGE_BASE_URL: webAddress('https://example.com/help'),
  TERMS_URL: webAddress('https://example.com/terms'),
  PRIVACY_URL: webAddress('https://example.com/privacy'),
  FEATURES: {
    schema: Type.String({ pattern: `^${flagPattern}(\\s*,\\s*${flagPattern})*$` }),
    rule: `a comma-separated list of features with + (on) or - (off) before each name: ${flagNames.join(', ')}, or area:ID:NAME for a switch of an area`,
  },
} satisfies Record<string, Setting>;

export type Name = keyof typeof settings;
export type Environment = Readonly<Record<string, string | undefined>>;

/** The value of a variable; undefined if it is unset or blank. */
export const readValue = (environment: Environment, name: Name) => environment[name]?.trim() || undefined;

const ruleProblems = (environment: Environment): string[] => {
  const ajv = new Ajv({ coerceTypes: true });
  const isValid = ({ schema, accepts }: Setting, value: string) =>
    ajv.validate(Type.Object({ value: schema }), { value }) && (accepts?.(value) ?? true);
  return (Object.entries(settings) as [Name, Setting][]).flatMap(([name, setting]) => {
    const { rule, secret } = setting;
    const value = readValue(environment, name);
    if (value === undefined || isValid(setting, value)) return [];
    return [`${name} must be ${rule}${secret ? '' : `; it is '${value}'`}.`];
  });
};

const oidcParts = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;

const signInProblems = (environment: Environment): string[] => {
  const missing = oidcParts.filter((name) => readValue(environment, name) === undefined);
  const isOff = readValue(environment, 'PASSWORD_LOGIN') === 'off';
  if (missing.length === oidcParts.length)
    return isOff ? ['PASSWORD_LOGIN=off needs OIDC_ISSUER: without both, signing in is impossible.'] : [];
  return missing.map((name) => `${name} must be set: ${oidcParts.join(', ')} belong together.`);
};

/** What a process needs of the configuration. */
export interface ConfigNeeds {
  /** Whether it signs or encrypts; by default it does. */
  readonly secrets?: boolean;
}

const combinationProblems = (environment: Environment, { secrets = true }: ConfigNeeds): string[] => {
  const hasServer = readValue(environment, 'DATABASE_URL') !== undefined;
  const problems: string[] = [];
  if (secrets && hasServer && !readValue(environment, 'JWT_SECRET')) {
    problems.push(
      'JWT_SECRET must be set together with DATABASE_URL: all processes must sign sessions with the same secret.',
    );
  }
  problems.push(...signInProblems(environment));
  if (!hasServer && readValue(environment, 'DATABASE_OWNER_URL') !== undefined)
    problems.push('DATABASE_OWNER_URL needs DATABASE_URL, the address with which the product runs.');
  if (!hasServer && readValue(environment, 'WORKERS') === 'only') {
    problems.push('WORKERS=only needs DATABASE_URL: the embedded database belongs to one process.');
  }
  return problems;
};

/** All problems of the environment, one sentence each. */
export const listProblems = (environment: Environment, needs: ConfigNeeds = {}): string[] => [
  ...ruleProblems(environment),
  ...combinationProblems(environment, needs),
];
