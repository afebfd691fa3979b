import { Counter, Gauge, Registry } from 'prom-client';
import { createExportSlots } from './platform/spreadsheet/export-slots.ts';
import { createClientCosts } from './people/client-costs.ts';
import { createFieldCatalogueSource } from './people/field-catalogue.ts';
import { watchIdentityProvider } from './people/identity-provider-watch.ts';
import { createSessions } from './people/sessions.ts';
import { createSignIns } from './people/sign-ins.ts';
import { createTokens } from './people/tokens.ts';
import { createUserStore } from './people/users.store.ts';
import type { Services } from './people/services.ts';
import { createAudit } from './platform/audit.ts';
import { readBuildInfo } from './platform/build-info.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/db/index.ts';
import { createDrain } from './platform/drain.ts';
import { createFileLinks, createFiles, openObjects } from './platform/files/index.ts';
import { createApiLimit } from './platform/http/api-limit.ts';
import { freeBytes } from './platform/disk-space.ts';
import { createJobQueue, databaseTime } from './platform/jobs/index.ts';
import { createJobMetrics } from './platform/jobs/job-metrics.ts';
import { createOutbox } from './platform/mail/outbox.ts';
import type { Secrets } from './platform/secrets.ts';
import { createScan } from './platform/virus-scan.ts';
import { systemResolve } from './platform/webhooks/public-address.ts';

export const createServices = (config: Config, db: Database, secrets: Secrets): Services => {
  const users = createUserStore(db);
  const catalogue = createFieldCatalogueSource(db, config.public.features);
  const jobs = createJobQueue();
  const metrics = new Registry();
  const tokens = createTokens(secrets.tokenKeys, config.tokenMinutes);
  const signIns = createSignIns(db, tokens);
  const failedSignIns = new Counter({
    name: 'sign_in_failures_total',
    help: 'Sign-ins and token requests that failed in this process: by password, identity provider or API secret',
    labelNames: ['how'],
    registers: [metrics],
  });
  const limitedRequests = new Counter({
    name: 'api_limited_requests_total',
    help: 'Requests of an API client that were refused in this process because it had too many',
    labelNames: ['client'],
    registers: [metrics],
  });
  const registryFailures = new Counter({
    name: 'area_registry_failures_total',
    help: 'Reads of the registry of areas that failed in this process; pages then use the last one',
    registers: [metrics],
  });
  const { version, commit = '' } = readBuildInfo();
  new Gauge({
    name: 'readerlens_build_info',
    help: 'Always 1, with the version of this process and the commit that its package was built from',
    labelNames: ['version', 'commit'],
    registers: [metrics],
  }).set({ version, commit }, 1);
  return {
    config,
    db,
    drain: createDrain(config.drainSeconds),
    secrets,
    jobs,
    jobMetrics: createJobMetrics(metrics, db, jobs.clock),
    metrics,
    databaseTime: databaseTime(db),
    freeBytes,
    countFailedSignIn: (how) => failedSignIns.inc({ how }),
    countAreaRegistryFailure: () => registryFailures.inc(),
    // A server with an areas store replaces it.
    findAreaStoreProblem: async () => undefined,
    findIdentityProviderProblem: config.oidc
      ? watchIdentityProvider(config.oidc.issuer, jobs.clock)
      : async () => undefined,
    outbox: createOutbox({ db, jobs, config }),
    resolveHost: systemResolve,
    apiLimit: createApiLimit(db, config.apiLimit, (client) => limitedRequests.inc({ client })),
    clientCosts: createClientCosts({ db, registry: metrics, clock: jobs.clock }),
    exportSlots: createExportSlots(),
    files: createFiles(db, openObjects(config.filesStore)),
    fileLinks: createFileLinks(secrets.deriveLinkKeys('file link')),
    scan: config.scan && createScan(config.scan),
    audit: createAudit(db),
    users,
    catalogue,
    // A server with an areas store replaces it.
    listAreaClaims: async () => [],
    tokens,
    signIns,
    sessions: createSessions({ db, tokens, users, signIns, catalogue }),
  };
};
