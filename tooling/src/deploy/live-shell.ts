import type { JsonSchema } from '@readerlens/contract/registry';
import { isSchema } from '../area/contract/plain-schema.ts';
import { DeployError } from '../area/deploy-error.ts';
import type { ReadChannel } from '../registry/store-id.ts';

/** What a deployed shell and its API provide. */
export interface LiveShell {
  address: string;
  /** Version of each shared package in its build, by import request. */
  provides: Readonly<Record<string, string>>;
  /** Exports of each shared package, where the build lists them. */
  gives: Readonly<Record<string, readonly string[]>>;
  /** The API's OpenAPI document. */
  api: JsonSchema;
  /** Other origins that its page may load scripts from, including those of previews. */
  origins: readonly string[];
  /** Other origins that areas may be deployed on. */
  areaOrigins: readonly string[];
  /** Where its server reads the areas; undefined if it is older and does not say so. */
  reads: ReadChannel | undefined;
}

const deadlineMs = 15_000;

const rootMessage = (error: unknown): string => {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message ? cause.message : message;
};

/** Sends a request to a shell. Throws DeployError `shell-unreachable` if there is no response. */
export const requestFrom = async (shell: string, path: string, init?: RequestInit): Promise<Response> => {
  try {
    return await fetch(new URL(path, shell), { signal: AbortSignal.timeout(deadlineMs), ...init });
  } catch (error) {
    const message = `${shell} cannot be reached: ${rootMessage(error)}.`;
    throw new DeployError('shell-unreachable', message, { cause: error });
  }
};

/** Fetches a path of a shell. Throws DeployError `shell-unreachable`. */
export const fetchFrom = async (shell: string, path: string): Promise<Response> => {
  const response = await requestFrom(shell, path);
  if (response.ok) return response;
  const { href } = new URL(path, shell);
  throw new DeployError('shell-unreachable', `${href} returned status ${response.status}.`);
};

const fetchJson = async (shell: string, path: string): Promise<JsonSchema> => {
  const response = await fetchFrom(shell, path);
  const value: unknown = await response.json().catch(() => undefined);
  if (isSchema(value)) return value;
  throw new DeployError(
    'shell-unreachable',
    `${new URL(path, shell).href} is not part of a Readerlens shell.`,
  );
};

const originsIn = (policy: string | null): string[] => {
  const scripts = policy?.split(';').find((part) => part.trim().startsWith('script-src ')) ?? '';
  return scripts.split(' ').filter((source) => /^https?:/.test(source));
};

const isVersions = (value: unknown): value is Record<string, string> =>
  isSchema(value) && Object.values(value).every((version) => typeof version === 'string');

/** 'react/' holds the version of all its subpaths. */
const findVersion = (provides: Record<string, string>, request: string): string | undefined => {
  const parents = request
    .split('/')
    .map((_, index, parts) => `${parts.slice(0, index + 1).join('/')}/`)
    .toReversed();
  return [request, ...parents].map((name) => provides[name]).find((version) => version !== undefined);
};

/**
 * The packages that a shell's files.json lists as provided. Of the subpaths of 'react/', a build contains only those
 * that the shell itself imports.
 */
const providedBy = ({ provides, shared }: JsonSchema): Record<string, string> | undefined => {
  if (!isVersions(provides) || !isSchema(shared)) return undefined;
  return Object.fromEntries(
    Object.keys(shared).flatMap((request) => {
      const version = findVersion(provides, request);
      return version ? [[request, version]] : [];
    }),
  );
};

const isStringArrays = (value: unknown): value is Record<string, string[]> =>
  isSchema(value) && Object.values(value).every(Array.isArray);

export const isStringArray = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

const parseReadChannel = (value: unknown): ReadChannel | undefined => {
  if (!isSchema(value) || typeof value['channel'] !== 'string') return undefined;
  const { storeId, channel } = value;
  return { storeId: typeof storeId === 'string' ? storeId : undefined, channel };
};

/**
 * What a shell provides, from its files.json, the OpenAPI document of its API, and the security policy of its page. Throws
 * DeployError `shell-unreachable` if the files list no packages.
 */
export const parseLiveShell = (
  address: string,
  files: JsonSchema,
  api: JsonSchema,
  policy: string | null,
): LiveShell => {
  const provides = providedBy(files);
  if (!provides) {
    throw new DeployError(
      'shell-unreachable',
      `${address} does not list the packages that its shell provides.`,
    );
  }
  const gives = isStringArrays(files['gives']) ? files['gives'] : {};
  const origins = originsIn(policy);
  // Older servers do not list them; fall back to the page's policy.
  const areaOrigins = isStringArray(files['areaOrigins']) ? files['areaOrigins'] : origins;
  const reads = parseReadChannel(files['reads']);
  return { address, provides, gives, api, origins, areaOrigins, reads };
};

/** Reads what the shell at an address and its API provide. Throws DeployError `shell-unreachable`. */
export const readLiveShell = async (address: string): Promise<LiveShell> => {
  const [files, api, page] = await Promise.all([
    fetchJson(address, '/shell/files.json'),
    fetchJson(address, '/api/openapi.json'),
    fetchFrom(address, '/login'),
  ]);
  return parseLiveShell(address, files, api, page.headers.get('content-security-policy'));
};
