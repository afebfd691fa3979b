import { totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { featureDefaults, featureNames } from '@readerlens/contract/vocabulary';
import type { RetentionPeriods } from '@readerlens/contract/personal-data';
import type { FeatureFlags, ProductFeature } from '@readerlens/contract/vocabulary';
import type { MailLimits } from './mail/mail-limits.ts';
import { formatFlagName, listProblems, settings, readValue } from './settings.ts';
import type { ScanConfig } from './virus-scan.ts';
import type { ConfigNeeds, Environment, Name, Setting, groupRoles, logLevels } from './settings.ts';

export type { ConfigNeeds } from './settings.ts';
import { ExplainedError } from './explained-error.ts';

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
  /** The address of the backend of an area, by its id, without a trailing slash. */
  backends: ReadonlyMap<string, string>;
}

/** Previews of staged area versions through signed links. */
export interface PreviewConfig {
  /** Signs the links; if undefined, a key is derived from the installation's own secret. */
  secret: string | undefined;
  /** Origins other than the page's own from which previewed versions may be loaded. */
  origins: string[];
}

/** Keys of a purpose of their own, and those of before that still count. */
export interface KeysConfig {
  /** Verifies sessions in addition to `jwtSecret`; signs none. */
  acceptedJwtSecret: string | undefined;
  /** Encrypts what is stored; undefined for a key that is derived from `jwtSecret`. */
  dataKey: string | undefined;
  acceptedDataKeys: string[];
  /** Signs links; undefined for a key that is derived from `jwtSecret`. */
  linkKey: string | undefined;
  acceptedLinkKeys: string[];
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
  /** How long readiness fails before the port closes, once the process is to stop. */
  drainSeconds: number;
  /** Public address of the product, without a trailing slash. */
  publicUrl: string;
  /** Absolute path; the embedded database lives there if `databaseUrl` is undefined. */
  dataDir: string;
  databaseUrl: string | undefined;
  /** Migrates the database and owns its tables, if it is not the user of `databaseUrl`. */
  databaseOwnerUrl: string | undefined;
  /** Connections of this process to PostgreSQL for statements. */
  poolSize: number;
  statementTimeoutMs: number;
  /** How much memory this process may use for activities that figures share, in bytes. */
  figuresBytes: number;
  /** Always set with `databaseUrl`; otherwise, a generated secret is stored in the data directory. */
  jwtSecret: string | undefined;
  keys: KeysConfig;
  /** Key of the hashes of erased readers; without it, an embedded installation generates one. */
  erasureKey: string | undefined;
  /** Days after which things are deleted or lose what names a person; 0 keeps them. */
  retention: RetentionPeriods;
  tokenMinutes: number;
  loginLimits: { perAccount: number; perAddress: number; windowMinutes: number };
  mailLimits: MailLimits;
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
  onboarding: {
    /** A form can be filled in for this long after it was sent. */
    expiryDays: number;
    /** The person of a new form is reminded after this many days without activity; 0 for never. */
    reminderDays: number;
    /** The names that forms can be sent from. */
    publications: string[];
  };
  /** Where files that people upload are scanned for viruses; undefined: nowhere. */
  scan: ScanConfig | undefined;
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
export class ConfigError extends ExplainedError {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`Invalid configuration:\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/**
 * The defaults with the listed changes; if a feature is listed twice, the last one wins. An embedded database has demo data for
 * account lists.
 */
const readFeatures = (list: string | undefined, isEmbedded: boolean): FeatureFlags => {
  const defaults = { ...featureDefaults, ...(isEmbedded ? { targetAccounts: true } : {}) };
  const changes = (list?.split(',') ?? []).map((change) => change.trim());
  const readFlag = (feature: ProductFeature) => {
    const last = changes.findLast((change) => change.slice(1) === formatFlagName(feature));
    return last ? last.startsWith('+') : defaults[feature];
  };
  const switches = changes.filter((change) => change.slice(1).startsWith('area:'));
  return Object.fromEntries([
    ...featureNames.map((feature) => [feature, readFlag(feature)] as const),
    ...switches.map((change) => [change.slice(1), change.startsWith('+')] as const),
  ]) as FeatureFlags;
};

const splitList = (list: string | undefined, separator: string): string[] =>
  (list?.split(separator) ?? []).map((item) => item.trim()).filter((item) => item !== '');

/** The name of a group may contain '='. */
const readGroupRole = (item: string): GroupRole => {
  const end = item.lastIndexOf('=');
  return { group: item.slice(0, end).trim(), role: item.slice(end + 1) as GroupRole['role'] };
};

/** The distinct origins, as browsers serialize them. */
const readOrigins = (list: string | undefined): string[] => [
  ...new Set((list?.split(',') ?? []).map((origin) => new URL(origin.trim()).origin)),
];

/** As in 'notes=https://notes.example/api'. Each address is written as URLs are: what is forwarded is compared with it. */
const readBackends = (list: string | undefined): ReadonlyMap<string, string> =>
  new Map(
    splitList(list, ',').map((item) => {
      const end = item.indexOf('=');
      const { href } = new URL(item.slice(end + 1));
      return [item.slice(0, end), href.replace(/(?<!\/)\/+$/, '')] as const;
    }),
  );

const readTrustProxy = (value: string): Config['trustProxy'] => {
  if (value === 'false') return false;
  return /^\d+$/.test(value) ? Number(value) : value;
};

/** 'host:port'; an IPv6 address is in brackets. */
const readScan = (address: string, maxBytes: number): ScanConfig => {
  const end = address.lastIndexOf(':');
  return {
    host: address.slice(0, end).replace(/[[\]]/g, ''),
    port: Number(address.slice(end + 1)),
    maxBytes,
  };
};

const safeSenderText = (sender: string): string => {
  const [address = sender] = /(?<![^\s<>@])[^\s<>@]+@[^\s<>]+/.exec(sender) ?? [];
  return `So that the emails of alerts arrive, ask recipients to add ${address} to their safe senders.`;
};

const mebibyte = 2 ** 20;

/** A part of the memory that this process may use, in MB. The memory of the embedded database only grows, so that it has the least. */
const defaultFiguresMemory = (databaseUrl: string | undefined): number => {
  const [least, most] = [64, 512];
  if (databaseUrl === undefined) return least;
  const available = Math.min(process.constrainedMemory() || Infinity, totalmem()) / mebibyte;
  return Math.min(most, Math.max(least, Math.floor(available / 32)));
};

/**
 * Reads the configuration from environment variables and fills in defaults. Throws ConfigError, which lists all
 * problems at once.
 */
export const readConfig = (environment: Environment, needs?: ConfigNeeds): Config => {
  const problems = listProblems(environment, needs);
  if (problems.length > 0) throw new ConfigError(problems);
  const optional = (name: Name) => readValue(environment, name);
  const value = (name: Name) => readValue(environment, name) ?? String((settings[name] as Setting).fallback);
  const number = (name: Name) => Number(value(name));
  const port = number('PORT');
  const dataDir = resolve(value('DATA_DIR'));
  const issuer = optional('OIDC_ISSUER');
  const scanAddress = optional('SCAN_ADDRESS');
  const tenants = splitList(optional('OIDC_TENANTS'), ',');
  const readOidc = (address: string): OidcConfig => ({
    issuer: address,
    clientId: value('OIDC_CLIENT_ID'),
    clientSecret: value('OIDC_CLIENT_SECRET'),
    scopes: value('OIDC_SCOPES'),
    tenantClaim: value('OIDC_TENANT_CLAIM'),
    tenants: tenants.length > 0 ? tenants : undefined,
    groupClaim: value('OIDC_GROUP_CLAIM'),
    groupRoles: splitList(optional('OIDC_GROUP_ROLES'), ';').map(readGroupRole),
  });
  return {
    port,
    host: value('HOST'),
    drainSeconds: number('DRAIN_SECONDS'),
    publicUrl: (optional('PUBLIC_URL') ?? `http://localhost:${port}`).replace(/(?<!\/)\/+$/, ''),
    dataDir,
    databaseUrl: optional('DATABASE_URL'),
    databaseOwnerUrl: optional('DATABASE_OWNER_URL'),
    poolSize: number('DATABASE_POOL_SIZE'),
    statementTimeoutMs: number('STATEMENT_TIMEOUT_MS'),
    figuresBytes:
      mebibyte * Number(optional('FIGURES_MEMORY_MB') ?? defaultFiguresMemory(optional('DATABASE_URL'))),
    jwtSecret: optional('JWT_SECRET'),
    keys: {
      acceptedJwtSecret: optional('JWT_SECRET_ACCEPTED'),
      dataKey: optional('DATA_KEY'),
      acceptedDataKeys: splitList(optional('DATA_KEY_ACCEPTED'), ','),
      linkKey: optional('LINK_KEY'),
      acceptedLinkKeys: splitList(optional('LINK_KEY_ACCEPTED'), ','),
    },
    erasureKey: optional('ERASURE_KEY'),
    retention: {
      activities: number('RETENTION_ACTIVITY_DAYS'),
      readers: number('RETENTION_READER_DAYS'),
      accounts: number('RETENTION_ACCOUNT_DAYS'),
      auditEvents: number('RETENTION_AUDIT_DAYS'),
      sendings: number('RETENTION_SENT_DAYS'),
      mails: number('RETENTION_MAIL_DAYS'),
      mailFiles: number('RETENTION_MAIL_FILE_DAYS'),
    },
    tokenMinutes: number('TOKEN_MINUTES'),
    loginLimits: {
      perAccount: number('LOGIN_LIMIT_PER_ACCOUNT'),
      perAddress: number('LOGIN_LIMIT_PER_ADDRESS'),
      windowMinutes: number('LOGIN_LIMIT_MINUTES'),
    },
    mailLimits: {
      sender: { hour: number('MAIL_LIMIT_SENDER_HOUR'), day: number('MAIL_LIMIT_SENDER_DAY') },
      personal: { hour: number('MAIL_LIMIT_PERSONAL_HOUR'), day: number('MAIL_LIMIT_PERSONAL_DAY') },
      routine: { hour: number('MAIL_LIMIT_ROUTINE_HOUR'), day: number('MAIL_LIMIT_ROUTINE_DAY') },
      // Whoever asks for mails to another person must not keep that person from logging in for a day.
      security: {
        hour: number('MAIL_LIMIT_SECURITY_HOUR'),
        day: 24 * number('MAIL_LIMIT_SECURITY_HOUR'),
      },
    },
    apiLimit: { requests: number('API_LIMIT_REQUESTS'), seconds: number('API_LIMIT_SECONDS') },
    passwordPolicy: value('PASSWORD_POLICY') as Config['passwordPolicy'],
    oidc: issuer === undefined ? undefined : readOidc(issuer),
    smtpUrl: optional('SMTP_URL'),
    mailFrom: value('MAIL_FROM'),
    safeSenderText: optional('SAFE_SENDER_TEXT') ?? safeSenderText(value('MAIL_FROM')),
    webhookAllowPrivate: value('WEBHOOK_ALLOW_PRIVATE') === 'on',
    onboarding: {
      expiryDays: number('ONBOARDING_EXPIRY_DAYS'),
      reminderDays: number('ONBOARDING_REMINDER_DAYS'),
      publications: splitList(value('ONBOARDING_PUBLICATIONS'), ','),
    },
    scan: scanAddress === undefined ? undefined : readScan(scanAddress, number('SCAN_MAX_BYTES')),
    logLevel: value('LOG_LEVEL') as Config['logLevel'],
    trustProxy: readTrustProxy(value('TRUST_PROXY')),
    workers: value('WORKERS') as Config['workers'],
    metricsToken: optional('METRICS_TOKEN'),
    filesStore: optional('FILES_STORE') ?? join(dataDir, 'files'),
    areas: {
      store: optional('AREAS_STORE'),
      channel: value('AREAS_CHANNEL'),
      origins: readOrigins(optional('AREA_ORIGINS')),
      backends: readBackends(optional('AREA_BACKENDS')),
    },
    preview: {
      secret: optional('PREVIEW_SECRET'),
      origins: readOrigins(optional('PREVIEW_ORIGINS')),
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
      features: readFeatures(optional('FEATURES'), optional('DATABASE_URL') === undefined),
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
