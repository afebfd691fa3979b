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

/** The contract as the package in `dir` has it installed; this checkout's when it has none of its own. */
const contractOf = async (dir: string): Promise<Calls> => {
  const file = contractFile(dir);
  if (!file || file.startsWith(repositoryRoot + path.sep)) return ownCalls;
  return ((await import(pathToFileURL(file).href)) as { calls: Calls }).calls;
};

const literal = /["'`]((?:GET|POST|PUT|PATCH|DELETE) \/api\/[^"'`\\\s]*)["'`]/g;

/** What looks like a call of the API in a script, each once. */
export const callsIn = (script: string): string[] => [
  ...new Set([...script.matchAll(literal)].map((match) => match[1]!)),
];

/**
 * The calls that scripts of the package in `dir` make, each as its contract describes it. A script names a call by its
 * key, whole: that is how the client is called.
 */
export const callShapesOf = async (
  dir: string,
  scripts: readonly string[],
): Promise<Record<string, CallShape>> => {
  const known = await contractOf(dir);
  const keys = [...new Set(scripts.flatMap(callsIn))].filter((key) => key in known).sort();
  return Object.fromEntries(keys.map((key) => [key, shapeOfDefinition(known[key]!)]));
};
