import { featureDefaults, featureNames } from '@readerlens/contract/vocabulary';
import type { FeatureFlags, Role } from '@readerlens/contract/vocabulary';
import { isRecord } from '@readerlens/contract/guards';

/** The configuration that the host server puts into <meta name="readerlens-config">. Nothing in it is secret. */
export interface ShellConfig {
  supportPhone: string;
  supportEmail: string;
  knowledgeBaseUrl: string;
  termsUrl: string;
  privacyUrl: string;
  features: FeatureFlags;
  signIn: {
    /** Whether users can log in with a password. */
    password: boolean;
    /** Name of the identity provider; undefined without one. */
    provider: string | undefined;
  };
  /** Only on demonstration instances: offered on the login page. */
  demoAccounts?: { email: string; password: string; role: Role }[];
}

const defaults: ShellConfig = {
  supportPhone: '555-0100',
  supportEmail: 'support@example.com',
  knowledgeBaseUrl: 'https://example.com/help',
  termsUrl: 'https://example.com/terms',
  privacyUrl: 'https://example.com/privacy',
  features: featureDefaults,
  signIn: { password: true, provider: undefined },
};

/** Allows only URLs that are safe in a link. */
const safeUrl = (value: unknown, fallback: string): string =>
  typeof value === 'string' && /^(https?:|mailto:|\/(?!\/))/.test(value) ? value : fallback;

const readText = (value: unknown, fallback: string): string =>
  typeof value === 'string' && value !== '' ? value : fallback;

const readFlags = (value: unknown): FeatureFlags => {
  const given = isRecord(value) ? value : {};
  const flags = featureNames.map((name) => {
    const on = given[name];
    return [name, typeof on === 'boolean' ? on : defaults.features[name]];
  });
  const switches = Object.entries(given).filter(
    ([name, on]) => name.startsWith('area:') && typeof on === 'boolean',
  );
  return Object.fromEntries([...flags, ...switches]) as FeatureFlags;
};

/** Without a provider, a password is the only way to sign in. */
const readSignIn = (value: unknown): ShellConfig['signIn'] => {
  const given = isRecord(value) ? value : {};
  const provider = readText(given['provider'], '') || undefined;
  return { password: provider === undefined || given['password'] !== false, provider };
};

const isAccount = (value: unknown): value is NonNullable<ShellConfig['demoAccounts']>[number] =>
  isRecord(value) && ['email', 'password', 'role'].every((key) => typeof value[key] === 'string');

const parsed = (text: string | undefined): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
};

/** The configuration of a page; missing or malformed values get their defaults. */
export const parseConfig = (text: string | undefined): ShellConfig => {
  const given = parsed(text);
  const accounts = Array.isArray(given['demoAccounts']) ? given['demoAccounts'].filter(isAccount) : [];
  return {
    supportPhone: readText(given['supportPhone'], defaults.supportPhone),
    supportEmail: readText(given['supportEmail'], defaults.supportEmail),
    knowledgeBaseUrl: safeUrl(given['knowledgeBaseUrl'], defaults.knowledgeBaseUrl),
    termsUrl: safeUrl(given['termsUrl'], defaults.termsUrl),
    privacyUrl: safeUrl(given['privacyUrl'], defaults.privacyUrl),
    features: readFlags(given['features']),
    signIn: readSignIn(given['signIn']),
    ...(accounts.length > 0 ? { demoAccounts: accounts } : {}),
  };
};

/** The configuration of this page. */
export const config = parseConfig(
  document.querySelector<HTMLMetaElement>('meta[name="readerlens-config"]')?.content,
);
