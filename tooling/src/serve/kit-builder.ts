import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Kit } from '../host/kit-files.ts';

const script = path.join(import.meta.dirname, '..', 'kit', 'pack.ts');

const runScript = async (): Promise<Kit> => {
  const { stdout } = await promisify(execFile)(process.execPath, [script]);
  return JSON.parse(stdout) as Kit;
};

/**
 * Builds the area kit of this checkout at the first call, in its own process: neither the start of a server nor its requests
 * wait for it. It is not built again after a failure: anyone may request it.
 */
export const kitBuilder = (): (() => Promise<Kit>) => {
  let building: Promise<Kit> | undefined;
  return () => (building ??= runScript());
};
