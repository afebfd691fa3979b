import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '@readerlens/api';
import type { FastifyInstance } from 'fastify';
import { cacheDir } from '../../paths.ts';
import { deployLocally } from '../../serve/deploy-local.ts';
import { composeProduct, openData } from '../../serve/product.ts';

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

const listen = async (app: FastifyInstance): Promise<string> => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  return `http://127.0.0.1:${port}`;
};

export interface BothProducts {
  /** Origins of the two servers, which share one API and one database. */
  composed: string;
  monolith: string;
  /** A new token of a user with access to every area, and the user's id. */
  signIn: () => Promise<{ token: string; userId: number }>;
  close: () => Promise<void>;
}

/** Builds the product both visits and serves both over the same API and demo data. */
export const serveBoth = async (log: (line: string) => void): Promise<BothProducts> => {
  await deployLocally(log);
  log('Building the monolith');
  await buildMonolith();
  const dataDir = path.join(cacheDir, 'bench', 'compose-data');
  const config = readConfig({ LOG_LEVEL: 'warn', PORT: '0', DATA_DIR: dataDir });
  const data = await openData(config, log);
  const composed = await composeProduct(config, data);
  const monolith = await composeProduct({ ...config, areas: { ...config.areas, store: monolithDir } }, data, {
    shellDir: path.join(monolithDir, 'dist'),
  });
  return {
    composed: await listen(composed.app),
    monolith: await listen(monolith.app),
    signIn: async () => {
      const user = await data.services.users.findByEmail('sysadmin@demo.example');
      if (!user) throw new Error('The benchmark has no demo user.');
      return { token: await data.services.tokens.issue(user), userId: user.id };
    },
    close: async () => {
      await monolith.app.close();
      await composed.close();
    },
  };
};
