import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { calls as ownCalls } from '@readerlens/contract';
import type { CallDefinition } from '@readerlens/contract';
import type { CallShape } from '@readerlens/contract/registry';
import { repositoryRoot } from '../paths.ts';
import { shapeOfDefinition } from './contract/call-shapes.ts';

type Calls = Readonly<Record<string, CallDefinition>>;

const contract = '@readerlens/contract';

const contractFile = (dir: string): string | undefined => {
  try {
    return realpathSync(createRequire(path.join(dir, 'package.json')).resolve(contract));
  } catch {
    return undefined;
  }
};

/** The contract installed in the package in `dir`, or this checkout's if it has none of its own. */
const loadContract = async (dir: string): Promise<Calls> => {
  const file = contractFile(dir);
  if (!file || file.startsWith(repositoryRoot + path.sep)) return ownCalls;
  return ((await import(/* webpackIgnore: true */ pathToFileURL(file).href)) as { calls: Calls }).calls;
};

const literal = /["'`]((?:GET|POST|PUT|PATCH|DELETE) \/api\/[^"'`\\\s]*)["'`]/g;

/** The distinct strings in a script that look like API calls. */
export const callsIn = (script: string): string[] => [
  ...new Set([...script.matchAll(literal)].map((match) => match[1]!)),
];

const addressLiteral = /["'`](\/api\/[\w\-./{}:]*)/g;

/**
 * The calls and addresses of the API in scripts that the contract of the package in `dir` does not have. An address that
 * continues with a value ends with a slash.
 */
export const listOtherCalls = async (dir: string, scripts: readonly string[]): Promise<string[]> => {
  const contractCalls = await loadContract(dir);
  const keys = scripts.flatMap(callsIn).filter((key) => !(key in contractCalls));
  const addresses = scripts.flatMap((script) =>
    [...script.matchAll(addressLiteral)].map((match) => match[1]!),
  );
  return [...new Set([...keys, ...addresses])].sort();
};

/**
 * Shapes of the API calls made by scripts and badges of the package in `dir`, from the contract it was built with. The
 * API client takes complete keys such as 'GET /api/session', so the keys appear verbatim in the scripts.
 */
export const describeCallShapes = async (
  dir: string,
  scripts: readonly string[],
  badgeCalls: readonly string[] = [],
): Promise<Record<string, CallShape>> => {
  const contractCalls = await loadContract(dir);
  const named = [...scripts.flatMap(callsIn), ...badgeCalls];
  const keys = [...new Set(named)].filter((key) => key in contractCalls).sort();
  return Object.fromEntries(keys.map((key) => [key, shapeOfDefinition(contractCalls[key]!)]));
};
