import path from 'node:path';
import {
  api,
  createLogger,
  demoPassword,
  demoUsers,
  hashPassword,
  loadDemo,
  openServices,
  readServedCanaries,
  planPageMails,
  runPastReports,
  runPastAlerts,
  serverOptions,
} from '@readerlens/api';
import type { Config, OpenServices } from '@readerlens/api';
import fastifyCompress from '@fastify/compress';
import fastify from 'fastify';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { watchAreaStore } from '../host/area-store-watch.ts';
import { declaredClaims } from '../host/declared-claims.ts';
import { host, wantsPage } from '../host/host.ts';
import { repositoryRoot, siteDir } from '../paths.ts';
import { deployedVersions } from '../registry/deployed-versions.ts';
import { deployedScreens } from '../registry/screens.ts';
import { openStore } from '../store/open-store.ts';
import { addAreaDeploys } from './area-deploys.ts';
import { kitBuilder } from './kit-builder.ts';
import { liveReload, liveReloadScript, hashFiles } from './live-reload.ts';

export interface DemoAccount {
  email: string;
  password: string;
  role: string;
}

export interface Product {
  app: FastifyInstance;
  services: OpenServices;
  /** Demo accounts; none on a configured database. */
  demoAccounts: DemoAccount[];
  close: () => Promise<void>;
}

const announcedEmails = [
  'sysadmin@demo.example',
  'admin@demo.example',
  'internal@demo.example',
  'client@demo.example',
];

/** The announced demo accounts that are in the database. */
const demoAccountsIn = async ({ db }: OpenServices): Promise<DemoAccount[]> => {
  const rows = await db.kysely
    .selectFrom('app_user')
    .select('email')
    .where('email', 'in', announcedEmails)
    .execute();
  const existing = new Set(rows.map(({ email }) => email));
  return demoUsers
    .filter(({ email }) => announcedEmails.includes(email) && existing.has(email))
    .map(({ email, role }) => ({ email, password: demoPassword, role }));
};

/** Notifications of the demo are unread for so many days. */
const demoUnreadDays = 7;

const loadDemoIfEmbedded = async (
  services: OpenServices,
  onProgress: (line: string) => void,
): Promise<DemoAccount[]> => {
  if (services.db.engine !== 'pglite') return [];
  let reportedQuarter = -1;
  const now = new Date();
  const isLoaded = await loadDemo(services.db, {
    now,
    passwordHash: await hashPassword(demoPassword),
    secrets: services.secrets,
    onProgress: (done, total) => {
      const quarter = Math.floor((done / total) * 4);
      if (quarter > reportedQuarter)
        onProgress(
          `loading demo data: ${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} activities`,
        );
      reportedQuarter = quarter;
    },
  });
  if (isLoaded) {
    onProgress('running past alerts and reports of the demo');
    await runPastAlerts(services, { now, unreadDays: demoUnreadDays });
    await runPastReports(services, now);
    await planPageMails(services, now);
    onProgress('loaded demo data');
  }
  return demoAccountsIn(services);
};

/** Settings of this installation for the browser. */
const publicConfig = ({ public: shown }: Config, demoAccounts: DemoAccount[]) => ({
  supportPhone: shown.support.phone,
  supportEmail: shown.support.email,
  knowledgeBaseUrl: shown.support.knowledgeBaseUrl,
  termsUrl: shown.termsUrl,
  privacyUrl: shown.privacyUrl,
  features: shown.features,
  signIn: shown.signIn,
  ...(demoAccounts.length > 0 ? { demoAccounts } : {}),
});

/** Files that change with a deploy of an area or a build of the shell. */
const watchedFiles = [
  path.join(siteDir, 'registry.json'),
  path.join(repositoryRoot, 'shell', 'dist', 'files.json'),
];

interface ProductOptions {
  dev?: boolean;
  /** Folder of the shell's build; defaults to this checkout's. */
  shellDir?: string;
}

const malformedPage = `/error?${new URLSearchParams({
  statusCode: '400',
  statusText: 'Bad Request',
  message: 'The address is malformed.',
}).toString()}`;

/** The options of the API's server, with pages. An address that cannot be decoded reaches no route, not even of a page. */
const pageServerOptions = (config: Config, logger: FastifyBaseLogger): ReturnType<typeof serverOptions> => {
  const options = serverOptions(config, logger);
  return {
    ...options,
    frameworkErrors: (error, request, reply) => {
      if (error.code === 'FST_ERR_BAD_URL' && wantsPage(request, request.url)) reply.redirect(malformedPage);
      else options.frameworkErrors?.(error, request, reply);
    },
  };
};

const createServer = async (
  config: Config,
  { logger, services, demoAccounts }: OpenData,
  { dev = false, shellDir = path.join(repositoryRoot, 'shell', 'dist') }: ProductOptions,
) => {
  const app: FastifyInstance = fastify(pageServerOptions(config, logger));
  await app.register(fastifyCompress, { threshold: 1024 });
  const store = openStore(dev ? siteDir : (config.areas.store ?? siteDir));
  const { channel, origins } = config.areas;
  app.decorate('isDeployed', deployedVersions(store, channel));
  app.decorate('isScreen', deployedScreens(store, channel));
  addAreaDeploys(app, { store, config });
  const areaStore = watchAreaStore({ store, channel, services });
  await app.register(fastifyPlugin(api), {
    services: {
      ...services,
      listAreaClaims: declaredClaims(store, channel),
      // Without a store of its own, a process serves what it has built.
      ...(config.areas.store === undefined ? {} : { findAreaStoreProblem: areaStore.findProblem }),
    },
  });
  if (config.workers === 'only') return app;
  if (dev) await app.register(liveReload, { stamp: () => hashFiles(watchedFiles) });
  await app.register(host, {
    store,
    channel,
    readCanaries: () => readServedCanaries(services.db),
    origins,
    previewOrigins: config.preview.origins,
    shellDir,
    onRegistryFailure: areaStore.countFailure,
    buildKit: kitBuilder(),
    publicDir: path.join(repositoryRoot, 'shell', 'public'),
    publicConfig: publicConfig(config, demoAccounts),
    secure: config.publicUrl.startsWith('https:'),
    liveReload: dev ? liveReloadScript : undefined,
  });
  return app;
};

export interface OpenData {
  logger: FastifyBaseLogger;
  services: OpenServices;
  demoAccounts: DemoAccount[];
}

/** Opens the database, loads the demo data if it is embedded and empty, and starts the workers. */
export const openData = async (config: Config, onProgress: (line: string) => void): Promise<OpenData> => {
  const logger = createLogger(config);
  const services = await openServices(config, logger);
  const demoAccounts = await loadDemoIfEmbedded(services, onProgress);
  await services.startWorkers();
  return { logger, services, demoAccounts };
};

/** Creates the composed product as one server: API, page, shell and areas. It does not listen yet. */
export const composeProduct = async (
  config: Config,
  data: OpenData,
  options: ProductOptions = {},
): Promise<Product> => {
  const { services, demoAccounts } = data;
  const app = await createServer(config, data, options);
  return {
    app,
    services,
    demoAccounts,
    close: async () => {
      await app.close();
      await services.close();
    },
  };
};
