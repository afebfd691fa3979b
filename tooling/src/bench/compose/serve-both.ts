import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { cacheDir } from '../../paths.ts';
import { composeProduct } from '../../serve/product.ts';
import { listen, serveComposed } from '../browser/serve-composed.ts';
import type { ComposedProduct } from '../browser/serve-composed.ts';

const monolithDir = path.join(cacheDir, 'bench', 'monolith');

/** Bundles shell and areas as one app, in a separate process. */
const buildMonolith = (): Promise<void> => {
  mkdirSync(monolithDir, { recursive: true });
  const script = path.join(import.meta.dirname, 'bundle-monolith.ts');
  const child = spawn(process.execPath, [script, monolithDir], { stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error('The monolith cannot be built; see the errors above.')),
    );
  });
};

export interface BothProducts {
  /** Origins of the two servers, which share one API and one database. */
  composed: string;
  monolith: string;
  signIn: ComposedProduct['signIn'];
  close: () => Promise<void>;
}

/** Builds the product both visits and serves both over the same API and demo data. */
export const serveBoth = async (log: (line: string) => void): Promise<BothProducts> => {
  const composed = await serveComposed(log);
  log('Building the monolith');
  await buildMonolith();
  const { config, data } = composed;
  const monolith = await composeProduct({ ...config, areas: { ...config.areas, store: monolithDir } }, data, {
    shellDir: path.join(monolithDir, 'dist'),
  });
  return {
    composed: composed.origin,
    monolith: await listen(monolith.app),
    signIn: composed.signIn,
    close: async () => {
      await monolith.app.close();
      await composed.close();
    },
  };
};
