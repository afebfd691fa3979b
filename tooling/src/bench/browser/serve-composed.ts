import path from 'node:path';
import { readConfig } from '@readerlens/api';
import type { Config } from '@readerlens/api';
import type { FastifyInstance } from 'fastify';
import { cacheDir } from '../../paths.ts';
import { deployLocally } from '../../serve/deploy-local.ts';
import { composeProduct, openData } from '../../serve/product.ts';
import type { OpenData } from '../../serve/product.ts';

/** Listens on a free port; returns the origin. */
export const listen = async (app: FastifyInstance): Promise<string> => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  return `http://127.0.0.1:${port}`;
};

export interface ComposedProduct {
  origin: string;
  /** For a second product over the same API and database. */
  config: Config;
  data: OpenData;
  /** A new token of a demo user, and the user's id; default: a user with access to every area. */
  signIn: (email?: string) => Promise<{ token: string; userId: number }>;
  close: () => Promise<void>;
}

/** Builds the product and serves it with demo data. */
export const serveComposed = async (log: (line: string) => void): Promise<ComposedProduct> => {
  await deployLocally(log);
  const dataDir = path.join(cacheDir, 'bench', 'compose-data');
  const config = readConfig({ LOG_LEVEL: 'warn', PORT: '0', DATA_DIR: dataDir });
  const data = await openData(config, log);
  const product = await composeProduct(config, data);
  return {
    origin: await listen(product.app),
    config,
    data,
    signIn: async (email = 'sysadmin@demo.example') => {
      const user = await data.services.users.findByEmail(email);
      if (!user) throw new Error('The benchmark has no demo user.');
      const token = await data.services.signIns.begin(user, 'password', { ip: '127.0.0.1', headers: {} });
      return { token, userId: user.id };
    },
    close: () => product.close(),
  };
};
