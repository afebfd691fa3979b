import type { CallData, Calls } from '@readerlens/contract';
import type { DealMatch, StageOutcome } from '@readerlens/contract/marketing-pipeline';
import { canonicalLine, matchKey } from '@readerlens/contract/text';
import { sql } from 'kysely';
import { organisationNameSql } from '../../activities/subject-names.ts';
import { maskNaming, organisationPseudonym } from '../../people/blinding/pseudonyms.ts';
import type { Session } from '../../people/session.ts';
import type { Services } from '../../people/services.ts';
import { auditedIdentities } from '../../platform/audit.ts';
import { invalidInput, noSuchThing } from '../../platform/http/errors.ts';
import { parseId } from '../../platform/http/ids.ts';
import { matchAccounts } from './uploads/match-accounts.ts';
import { lockMarketingData } from './uploads/upload-store.ts';

type Parts = Pick<Services, 'audit' | 'db'>;
type Account = CallData<Calls['POST /api/marketing-data/{clientId}/accounts']>[number];

interface StoredAccount {
  readonly id: number;
  readonly account: string;
  readonly domain: string | null;
  readonly deals: number;
  readonly organisationId: number | null;
  readonly organisation: string | null;
  readonly candidates: readonly { readonly id: number; readonly name: string }[];
  readonly total: number;
}

/** What a client has of opportunities, for those who supply it. Callers have checked the client. */
export const createOpportunityData = ({ audit, db }: Parts) => {
  const { kysely } = db;

  const readOutcomes = async (clientId: number): Promise<Record<string, string>> => {
    const rows = await kysely
      .selectFrom('opportunity_stage')
      .select(['stage_key', 'outcome'])
      .where('client_id', '=', clientId)
      .execute();
    return Object.fromEntries(rows.map(({ stage_key, outcome }) => [stage_key, outcome]));
  };

  const countMatches = async (clientId: number) => {
    const rows = await kysely
      .selectFrom('opportunity')
      .select(['match', ({ fn }) => fn.countAll<number>().as('count')])
      .where('client_id', '=', clientId)
      .groupBy('match')
      .execute();
    const count = (match: DealMatch) => rows.find((row) => row.match === match)?.count ?? 0;
    return {
      domain: count('domain'),
      name: count('name'),
      hand: count('hand'),
      ambiguous: count('ambiguous'),
      none: count('none'),
    };
  };

  /** Stages of deals with what they mean, those without an outcome first. */
  const readStages = async (clientId: number) => {
    const { rows } = await sql<{ stage: string; outcome: StageOutcome | null; deals: number }>`
      SELECT min(d.stage) AS stage, s.outcome, count(*) AS deals
      FROM opportunity AS d
      LEFT JOIN opportunity_stage AS s ON s.client_id = d.client_id AND s.stage_key = match_text(d.stage)
      WHERE d.client_id = ${clientId}::integer GROUP BY match_text(d.stage), s.outcome
      ORDER BY s.outcome IS NOT NULL, deals DESC, stage`.execute(kysely);
    return rows;
  };

  return {
    readOutcomes,

    /** How the deals of a client are matched, and what their stages mean. */
    read: async (clientId: number) => {
      const [accounts, stages, { count }] = await Promise.all([
        countMatches(clientId),
        readStages(clientId),
        kysely
          .selectFrom('opportunity')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('client_id', '=', clientId)
          .where('currency', 'is', null)
          .executeTakeFirstOrThrow(),
      ]);
      return { accounts, withoutCurrency: count, stages };
    },

    async mapStages(
      clientId: number,
      stages: readonly { stage: string; outcome: StageOutcome }[],
      session: Session,
    ) {
      const byKey = new Map(
        stages.map(({ stage, outcome }) => [matchKey(canonicalLine(stage)), outcome] as const),
      );
      if (byKey.has('')) throw invalidInput('stages', 'A stage has no character that can be seen');
      await db.transaction(async (trx) => {
        await lockMarketingData(trx, clientId);
        for (const [stage_key, outcome] of byKey)
          await trx
            .insertInto('opportunity_stage')
            .values({ client_id: clientId, stage_key, outcome })
            .onConflict((conflict) => conflict.columns(['client_id', 'stage_key']).doUpdateSet({ outcome }))
            .execute();
        await audit.record(
          { action: 'opportunities.stages', ...auditedIdentities(session), detail: { clientId } },
          trx,
        );
      });
    },

    async listAccounts(
      clientId: number,
      { match, page = 1, size = 10 }: { match: DealMatch; page?: number; size?: number },
      session: Session,
    ) {
      const candidates =
        match === 'ambiguous'
          ? sql`(SELECT jsonb_agg(jsonb_build_object('id', o.id, 'name', ${organisationNameSql('o')}) ORDER BY o.id)
              FROM (SELECT * FROM organisation AS near WHERE CASE
                WHEN EXISTS (SELECT FROM organisation AS own WHERE lower(own.domain) = page.domain)
                THEN lower(near.domain) = page.domain ELSE match_text(near.name) = page.key END
                ORDER BY near.id LIMIT 20) AS o)`
          : sql`'[]'::jsonb`;
      // The statement has a row without an id if the page is empty.
      const { rows: found } = await sql<StoredAccount & { readonly id: number | null }>`
        WITH account AS MATERIALIZED (
          SELECT min(id) AS id, min(account) AS account, match_text(account) AS key, domain, count(*) AS deals,
            min(organisation_id) AS organisation_id
          FROM opportunity WHERE client_id = ${clientId}::integer AND match = ${match} GROUP BY match_text(account), domain)
        SELECT page.id, page.account, page.domain, page.deals, page.organisation_id AS "organisationId",
          CASE WHEN page.organisation_id IS NOT NULL THEN ${organisationNameSql('o', sql`page.organisation_id`)} END AS organisation,
          coalesce(${candidates}, '[]'::jsonb) AS candidates, counted.total
        FROM (SELECT count(*) AS total FROM account) AS counted
        LEFT JOIN (SELECT * FROM account ORDER BY deals DESC, id
          LIMIT ${size}::integer OFFSET ${(page - 1) * size}::bigint) AS page ON true
        LEFT JOIN organisation AS o ON o.id = page.organisation_id
        ORDER BY page.deals DESC, page.id`.execute(kysely);
      const total = found[0]?.total ?? 0;
      const rows = found.filter(({ id }) => id !== null);
      const name = (id: number, text: string) => ({
        id: String(id),
        name: session.blinded ? organisationPseudonym(id) : text,
      });
      const data = rows.map((row): Account => ({
        dealId: String(row.id),
        account: maskNaming(row.account, session),
        domain: maskNaming(row.domain, session),
        deals: row.deals,
        organization: row.organisationId === null ? null : name(row.organisationId, row.organisation ?? ''),
        candidates: row.candidates.map((each) => name(each.id, each.name)),
      }));
      return { data, total, page, pageSize: size };
    },

    /** Matches the account of a deal by hand, with all its deals of now and later. */
    async matchAccount(clientId: number, dealId: string, organizationId: string | null, session: Session) {
      const organisation = organizationId === null ? null : (parseId(organizationId) ?? 0);
      await db.transaction(async (trx) => {
        await lockMarketingData(trx, clientId);
        const { rows } = await sql<{ key: string; domain: string }>`
          SELECT match_text(account) AS key, coalesce(domain, '') AS domain FROM opportunity
          WHERE client_id = ${clientId}::integer AND id = ${parseId(dealId) ?? 0}::integer`.execute(trx);
        const [account] = rows;
        if (!account) throw noSuchThing('deal');
        const known = { client_id: clientId, account_key: account.key, domain: account.domain };
        await trx
          .deleteFrom('opportunity_match')
          .where('client_id', '=', clientId)
          .where('account_key', '=', known.account_key)
          .where('domain', '=', known.domain)
          .execute();
        if (organisation !== null) {
          const exists = await trx
            .selectFrom('organisation')
            .select('id')
            .where('id', '=', organisation)
            .executeTakeFirst();
          if (!exists) throw invalidInput('organizationId', 'There is no such organization.');
          await trx
            .insertInto('opportunity_match')
            .values({ ...known, organisation_id: organisation })
            .execute();
        }
        await matchAccounts(trx, clientId);
        await audit.record(
          {
            action: 'opportunities.match',
            ...auditedIdentities(session),
            detail: { clientId, dealId, organizationId },
          },
          trx,
        );
      });
    },
  };
};
