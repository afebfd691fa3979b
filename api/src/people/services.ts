import type { Registry } from 'prom-client';
import type { Audit } from '../platform/audit.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/db/index.ts';
import type { Drain } from '../platform/drain.ts';
import type { ApiLimit } from '../platform/http/api-limit.ts';
import type { ApiScope } from '../platform/http/route.ts';
import type { FileLinks, Files } from '../platform/files/index.ts';
import type { FreeBytes } from '../platform/disk-space.ts';
import type { DatabaseTime, JobQueue } from '../platform/jobs/index.ts';
import type { JobMetrics } from '../platform/jobs/job-metrics.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import type { Scan } from '../platform/virus-scan.ts';
import type { Resolve } from '../platform/webhooks/public-address.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { ExportSlots } from '../platform/spreadsheet/export-slots.ts';
import type { AreaClaimSource } from './area-claims.ts';
import type { ClientCosts } from './client-costs.ts';
import type { FieldCatalogueSource } from './field-catalogue.ts';
import type { Sessions } from './sessions.ts';
import type { SignIns } from './sign-ins.ts';
import type { Tokens } from './tokens.ts';
import type { IdentityProviderProblem } from './identity-provider-watch.ts';
import type { UserStore } from './users.store.ts';

/** Why the area store cannot be read. */
export interface AreaStoreProblem {
  readonly since: Date;
  /** The store as configured. */
  readonly target: string;
  /** Why it cannot be read, as a sentence. */
  readonly reason: string;
}

/** Shared services of all features. */
export interface Services extends AreaClaimSource {
  readonly config: Config;
  readonly db: Database;
  readonly drain: Drain;
  readonly secrets: Secrets;
  /** Queues background work. */
  readonly jobs: JobQueue;
  readonly jobMetrics: JobMetrics;
  readonly metrics: Registry;
  /** The clock of the database. */
  readonly databaseTime: DatabaseTime;
  readonly freeBytes: FreeBytes;
  readonly countFailedSignIn: (how: 'password' | 'provider' | 'api') => void;
  /** Counts a read of the registry of areas that failed. */
  readonly countAreaRegistryFailure: () => void;
  /** Tries to read the area store. Undefined if that works, or if this process has none. */
  readonly findAreaStoreProblem: () => Promise<AreaStoreProblem | undefined>;
  /** Asks the identity provider. Undefined if it answers, or if there is none. */
  readonly findIdentityProviderProblem: () => Promise<IdentityProviderProblem | undefined>;
  readonly files: Files;
  readonly fileLinks: FileLinks;
  /** Undefined without a virus scanner. */
  readonly scan: Scan | undefined;
  readonly apiLimit: ApiLimit;
  /** Counts what calls and background work cost, by client. */
  readonly clientCosts: ClientCosts;
  readonly exportSlots: ExportSlots;
  readonly outbox: Outbox;
  readonly resolveHost: Resolve;
  readonly audit: Audit;
  readonly users: UserStore;
  /** All filter fields, including organization questions. */
  readonly catalogue: FieldCatalogueSource;
  readonly tokens: Tokens;
  readonly signIns: SignIns;
  readonly sessions: Sessions;
}

/** A feature registers handlers for calls of the contract. */
export type Feature = (scope: ApiScope, services: Services) => void;
