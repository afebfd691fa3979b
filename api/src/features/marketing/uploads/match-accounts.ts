import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Schema } from '../../../platform/db/index.ts';

/**
 * Matches the deals of a client to organizations: as people said, else the only one with the domain, else the only one with the
 * name. Several with the domain or the name are ambiguous; a name does not decide between those that share a domain. The
 * result follows from what is stored, so the order of uploads makes no difference.
 */
export const matchAccounts = (trx: Transaction<Schema>, clientId: number) =>
  sql`
    UPDATE opportunity AS d SET organisation_id = found.organisation_id, match = found.match
    FROM (
      SELECT account.*,
        CASE WHEN hand.organisation_id IS NOT NULL THEN hand.organisation_id
          WHEN by_domain.count = 1 THEN by_domain.id
          WHEN by_domain.count = 0 AND by_name.count = 1 THEN by_name.id END AS organisation_id,
        CASE WHEN hand.organisation_id IS NOT NULL THEN 'hand'
          WHEN by_domain.count = 1 THEN 'domain'
          WHEN by_domain.count > 1 THEN 'ambiguous'
          WHEN by_name.count = 1 THEN 'name'
          WHEN by_name.count > 1 THEN 'ambiguous'
          ELSE 'none' END AS match
      FROM (SELECT DISTINCT match_text(account) AS account_key, coalesce(domain, '') AS domain
        FROM opportunity WHERE client_id = ${clientId}::integer) AS account
      LEFT JOIN opportunity_match AS hand ON hand.client_id = ${clientId}::integer
        AND hand.account_key = account.account_key AND hand.domain = account.domain
      CROSS JOIN LATERAL (SELECT count(*) AS count, min(o.id) AS id FROM organisation AS o
        WHERE account.domain <> '' AND lower(o.domain) = account.domain) AS by_domain
      CROSS JOIN LATERAL (SELECT count(*) AS count, min(o.id) AS id FROM organisation AS o
        WHERE match_text(o.name) = account.account_key) AS by_name) AS found
    WHERE d.client_id = ${clientId}::integer AND match_text(d.account) = found.account_key
      AND coalesce(d.domain, '') = found.domain
      AND (d.organisation_id IS DISTINCT FROM found.organisation_id OR d.match <> found.match)`.execute(trx);
