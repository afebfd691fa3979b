import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { cacheDir } from '../../paths.ts';

/** Pinned: scores of different versions cannot be compared. */
const version = '13.5.0';
const dir = path.join(cacheDir, 'lighthouse');
const entry = path.join(dir, 'node_modules', 'lighthouse', 'core', 'index.js');

export type Device = 'desktop' | 'mobile';

interface Report {
  runtimeError?: { message: string };
  categories: { performance: { score: number | null } };
  audits: Record<string, { numericValue?: number }>;
}

interface Lighthouse {
  default: (url: string, flags: object, config?: object) => Promise<{ lhr: Report } | undefined>;
  desktopConfig: object;
}

/** Lighthouse is not a dependency: it would double the time to install the product. */
export const installLighthouse = async (log: (line: string) => void): Promise<Lighthouse> => {
  if (!existsSync(entry)) {
    log(`Installing Lighthouse ${version}`);
    mkdirSync(dir, { recursive: true });
    writeFileSync(path.join(dir, 'package.json'), '{ "private": true }');
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const args = ['install', '--no-audit', '--no-fund', '--save-exact', `lighthouse@${version}`];
    if (spawnSync(npm, args, { cwd: dir, stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0)
      throw new Error('Lighthouse could not be installed. Is the network there?');
  }
  return (await import(pathToFileURL(entry).href)) as Lighthouse;
};

export interface Audit {
  /** 0 to 100. */
  score: number;
  firstPaintMs: number;
  largestPaintMs: number;
  blockingMs: number;
}

const toAudit = ({ runtimeError, categories, audits }: Report): Audit => {
  const { score } = categories.performance;
  if (runtimeError || score === null) throw new Error(runtimeError?.message ?? 'Lighthouse has no score.');
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  return {
    score: score * 100,
    firstPaintMs: value('first-contentful-paint'),
    largestPaintMs: value('largest-contentful-paint'),
    blockingMs: value('total-blocking-time'),
  };
};

/** Audits an address several times in the browser at a debugging port; the first audit is a warm-up and not counted. */
export const auditPage = async (
  lighthouse: Lighthouse,
  port: number,
  address: string,
  device: Device,
  rounds: number,
): Promise<Audit[]> => {
  const audits: Audit[] = [];
  // The session is in the storage.
  const flags = { port, onlyCategories: ['performance'], disableStorageReset: true, logLevel: 'error' };
  const config = device === 'desktop' ? lighthouse.desktopConfig : undefined;
  for (let round = 0; round <= rounds; round += 1) {
    const result = await lighthouse.default(address, flags, config);
    if (!result) throw new Error('Lighthouse has no result.');
    writeFileSync(path.join(dir, `${device}.json`), JSON.stringify(result.lhr));
    if (round > 0) audits.push(toAudit(result.lhr));
  }
  return audits;
};
