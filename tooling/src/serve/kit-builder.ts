import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Kit } from '../host/kit-files.ts';

const script = path.join(import.meta.dirname, '..', 'kit', 'pack.ts');
const installAll = path.join(import.meta.dirname, '..', '..', 'bin', 'install.mjs');

/** The kit has declarations of the shared packages, whose compiler and types are not installed by `npm start`. */
const runScript = async (): Promise<Kit> => {
  await promisify(execFile)(process.execPath, [installAll]);
  const { stdout } = await promisify(execFile)(process.execPath, [script]);
  return JSON.parse(stdout) as Kit;
};

/** A failure is kept for as long: anyone may request the kit, and building it is work. */
export const kitRetryMs = 5 * 60_000;

interface KitBuilderOptions {
  readonly build?: () => Promise<Kit>;
  readonly now?: () => number;
}

/**
 * Builds the area kit of this checkout at the first call, in its own process: neither the start of a server nor its requests
 * wait for it. After a failure it is built again, at the first call that comes five minutes later.
 */
export const kitBuilder = ({
  build = runScript,
  now = Date.now,
}: KitBuilderOptions = {}): (() => Promise<Kit>) => {
  let building: Promise<Kit> | undefined;
  let failedAt = Infinity;
  const buildOnce = async () => {
    failedAt = Infinity;
    try {
      return await build();
    } catch (error) {
      failedAt = now();
      throw error;
    }
  };
  return () => {
    if (building === undefined || now() - failedAt >= kitRetryMs) building = buildOnce();
    return building;
  };
};
