import { createUserStore } from '../users/users.store.ts';
import type { UserStore } from '../users/users.store.ts';
import { createAudit } from './audit.ts';
import type { Audit } from './audit.ts';
import type { Config } from './config.ts';
import type { Database } from './db/index.ts';
import { createFieldCatalogueSource } from './field-catalogue.ts';
import type { FieldCatalogueSource } from './field-catalogue.ts';
import { createOutbox } from './mail/outbox.ts';
import type { Outbox } from './mail/outbox.ts';
import type { Secrets } from './secrets.ts';
import { createSessions } from './sessions.ts';
import type { Sessions } from './sessions.ts';
import { createTokens } from './tokens.ts';
import type { Tokens } from './tokens.ts';

/** What features work with. */
export interface Services {
  readonly config: Config;
  readonly db: Database;
  readonly secrets: Secrets;
  readonly outbox: Outbox;
  readonly audit: Audit;
  readonly users: UserStore;
  /** All filter fields, those of organisation questions included. */
  readonly catalogue: FieldCatalogueSource;
  readonly tokens: Tokens;
  readonly sessions: Sessions;
}

export const createServices = (config: Config, db: Database, secrets: Secrets): Services => {
  const users = createUserStore(db);
  const catalogue = createFieldCatalogueSource(db);
  const tokens = createTokens(secrets.tokenKey, config.tokenMinutes);
  return {
    config,
    db,
    secrets,
    outbox: createOutbox(db),
    audit: createAudit(db),
    users,
    catalogue,
    tokens,
    sessions: createSessions({ db, tokens, users, catalogue }),
  };
};
