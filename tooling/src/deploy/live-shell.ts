import type { JsonSchema } from '@readerlens/contract/registry';
import { isSchema } from './contract/plain-schema.ts';
import { DeployError } from './deploy-error.ts';

/** What a deployed shell and its API say of themselves. */
export interface LiveShell {
  address: string;
  /** Version of each shared package that its build really holds, by request. */
  provides: Readonly<Record<string, string>>;
  /** Names that each of them has to give, of those of which the build knows. */
  gives: Readonly<Record<string, readonly string[]>>;
  /** The API's OpenAPI document. */
  api: JsonSchema;
  /** Origins besides its own that its page may load scripts from, previews included. */
  origins: readonly string[];
  /** Those that areas may be deployed on. */
  areaOrigins: readonly string[];
}

const deadlineMs = 15_000;

const explain = (error: unknown): string => {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message ? cause.message : message;
};

/** Answers what is at an address of a shell. Throws DeployError `shell-unreachable`. */
export const fetchFrom = async (shell: string, path: string): Promise<Response> => {
  const address = new URL(path, shell);
  let answer: Response;
  try {
    answer = await fetch(address, { signal: AbortSignal.timeout(deadlineMs) });
  } catch (error) {
    const message = `${shell} cannot be reached: ${explain(error)}.`;
    throw new DeployError('shell-unreachable', message, { cause: error });
  }
  if (answer.ok) return answer;
  throw new DeployError('shell-unreachable', `${address.href} answered ${answer.status}.`);
};

const fetchJson = async (shell: string, path: string): Promise<JsonSchema> => {
  const answer = await fetchFrom(shell, path);
  const value: unknown = await answer.json().catch(() => undefined);
  if (isSchema(value)) return value;
  throw new DeployError('shell-unreachable', `${new URL(path, shell).href} is not of a shell of Readerlens.`);
};

const originsIn = (policy: string | null): string[] => {
  const scripts = policy?.split(';').find((part) => part.trim().startsWith('script-src ')) ?? '';
  return scripts.split(' ').filter((source) => /^https?:/.test(source));
};

const isVersions = (value: unknown): value is Record<string, string> =>
  isSchema(value) && Object.values(value).every((version) => typeof version === 'string');

/** 'react/' is the version of all below it. */
const versionOf = (provides: Record<string, string>, request: string): string | undefined => {
  const parents = request
    .split('/')
    .map((_, index, parts) => `${parts.slice(0, index + 1).join('/')}/`)
    .toReversed();
  return [request, ...parents].map((name) => provides[name]).find((version) => version !== undefined);
};

/**
 * What a shell's files.json says that it provides. Below 'react/' that is only what the shell itself came to need: a
 * build holds no other.
 */
const providedBy = ({ provides, shared }: JsonSchema): Record<string, string> | undefined => {
  if (!isVersions(provides) || !isSchema(shared)) return undefined;
  return Object.fromEntries(
    Object.keys(shared).flatMap((request) => {
      const version = versionOf(provides, request);
      return version ? [[request, version]] : [];
    }),
  );
};

const isNames = (value: unknown): value is Record<string, string[]> =>
  isSchema(value) && Object.values(value).every(Array.isArray);

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** Asks the shell at an address, and its API, what they offer. Throws DeployError `shell-unreachable`. */
export const readLiveShell = async (address: string): Promise<LiveShell> => {
  const [files, api, page] = await Promise.all([
    fetchJson(address, '/shell/files.json'),
    fetchJson(address, '/api/openapi.json'),
    fetchFrom(address, '/login'),
  ]);
  const provides = providedBy(files);
  if (!provides) {
    throw new DeployError('shell-unreachable', `${address} does not say which packages its shell provides.`);
  }
  const gives = isNames(files['gives']) ? files['gives'] : {};
  const origins = originsIn(page.headers.get('content-security-policy'));
  // An older server does not say it; its page is all there is to go by.
  const areaOrigins = isTexts(files['areaOrigins']) ? files['areaOrigins'] : origins;
  return { address, provides, gives, api, origins, areaOrigins };
};
