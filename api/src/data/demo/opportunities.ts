import { cast } from './cast.ts';
import { addDays, day, toDay } from './calendar.ts';
import type { DemoPart, DemoTable } from './demo-part.ts';
import { findUserId } from './demo-users.ts';
import type { DemoOrganisation } from './people.ts';
import { uuid } from './random.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

/** The pipeline of a client. The second client has no stage map, and the third one has no deals. */
interface Pipeline {
  /** Place among the clients. */
  readonly client: number;
  readonly deals: number;
  readonly hasStages: boolean;
  readonly fileNames: readonly string[];
}

const pipelines: readonly Pipeline[] = [
  { client: 0, deals: 240, hasStages: true, fileNames: ['crm-export-q3.xlsx', 'crm-export-q4.xlsx'] },
  { client: 1, deals: 60, hasStages: false, fileNames: ['opportunities.csv'] },
];

const openStages = ['Discovery', 'Qualified', 'Proposal', 'Negotiation'] as const;
const outcomes = {
  Discovery: 'open',
  Qualified: 'open',
  Proposal: 'open',
  Negotiation: 'open',
  'Closed Won': 'won',
  'Closed Lost': 'lost',
};
const products = [
  'single-use bags',
  'depth filters',
  'mixers',
  'sensors',
  'cell culture media',
  'validation',
];
const spanDays = 480;

interface DemoDeal {
  readonly externalId: string;
  readonly account: string;
  readonly domain: string | null;
  readonly organisationId: number | null;
  readonly match: string;
  readonly name: string;
  readonly stage: string;
  readonly createdAt: number;
  readonly closedAt: number | null;
  readonly cents: number | null;
  readonly currency: string | null;
}

/** Most deals have an organization: by domain, else by name. Some names are of several, and some of none. */
const matchAccount = ({ id, name, domain }: DemoOrganisation, at: number, random: Random) => {
  const draw = random.next();
  if (draw < 0.7) return { account: name, domain, organisationId: id, match: 'domain' };
  if (draw < 0.85) return { account: name, domain: null, organisationId: id, match: 'name' };
  if (draw < 0.89) return { account: `${name} (EU)`, domain: null, organisationId: id, match: 'hand' };
  return { account: `Prospect ${at + 1} Holding`, domain: null, organisationId: null, match: 'none' };
};

const drawDeals = (world: World, { client, deals }: Pipeline, random: Random): DemoDeal[] => {
  const today = toDay(world.now);
  const build = (at: number): DemoDeal => {
    const reader = random.pick(world.readers);
    const organisation = world.organisations[(reader.organisationId ?? 1) - 1] ?? world.organisations[0]!;
    const createdAt = addDays(today, -1 - random.int(spanDays));
    const cycle = 20 + random.int(110);
    const isClosed = addDays(createdAt, cycle) < today && random.chance(0.85);
    const stage = isClosed ? (random.chance(0.42) ? 'Closed Won' : 'Closed Lost') : random.pick(openStages);
    return {
      externalId: `OPP-${client + 1}${String(at + 1).padStart(4, '0')}`,
      ...matchAccount(organisation, at, random),
      name: `${organisation.name}: ${random.pick(products)}`,
      stage,
      createdAt,
      closedAt: isClosed || random.chance(0.5) ? addDays(createdAt, cycle) : null,
      cents: random.chance(0.94) ? Math.round(10 ** (3.6 + random.next() * 1.9)) * 100 : null,
      currency: random.chance(0.75) ? 'EUR' : random.chance(0.8) ? 'USD' : null,
    };
  };
  return Array.from({ length: deals }, (_, at) => build(at));
};

/** The story of an organization that reads more from month to month, up to a won deal. */
const buildWonDeal = (world: World): DemoDeal => {
  const { id, name, domain } = world.organisations[cast.ramping.organisationId - 1]!;
  const closedAt = addDays(toDay(world.now), -7);
  return {
    externalId: 'OPP-WON',
    account: name,
    domain,
    organisationId: id,
    match: 'domain',
    name: `${name}: new production line`,
    stage: 'Closed Won',
    createdAt: addDays(closedAt, -75),
    closedAt,
    cents: 48_000_000,
    currency: 'EUR',
  };
};

/** Two organizations with one domain and without readers, so that the account of a deal belongs to either. */
const twins = ['Tessaline Biologics', 'Tessaline Biologics Asia'] as const;
const twinDomain = 'tessaline.example';

/** Gives the first deal without a match an account that two organizations share. */
const withAmbiguousAccount = (deals: readonly DemoDeal[]): DemoDeal[] => {
  const first = deals.find(({ match }) => match === 'none');
  return deals.map((deal) =>
    deal === first ? { ...deal, account: 'Tessaline', domain: twinDomain, match: 'ambiguous' } : deal,
  );
};

const isoDay = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString().slice(0, 10);

function* opportunityTables(world: World, _context: unknown, random: Random): Generator<DemoTable> {
  const userId = findUserId('internal');
  const clients = pipelines.map((pipeline) => {
    const clientId = world.dimensions.clients[pipeline.client % world.dimensions.clients.length]!.id;
    const story = pipeline.client === 0 ? [buildWonDeal(world)] : [];
    const uploads = pipeline.fileNames.map((fileName) => ({ id: uuid(random), fileName }));
    const drawn = drawDeals(world, pipeline, random);
    const deals = pipeline.client === 0 ? withAmbiguousAccount(drawn) : drawn;
    return { pipeline, clientId, uploads, deals: [...story, ...deals] };
  });
  yield {
    table: 'organisation',
    columns: ['id', 'name', 'domain'],
    rows: twins.map((name, at) => [world.organisations.length + at + 1, name, twinDomain]),
  };
  yield {
    table: 'marketing_upload',
    columns: [
      'id',
      'client_id',
      'kind',
      'user_id',
      'at',
      'file_name',
      'mode',
      'rows',
      'added',
      'changed',
      'unchanged',
      'removed',
      'refused',
    ],
    rows: clients.flatMap(({ clientId, uploads, deals }) => {
      const first = Math.round(deals.length * 0.6);
      return uploads.map(({ id, fileName }, at) => {
        const isLast = at === uploads.length - 1;
        const before = uploads.length === 1 ? 0 : first;
        const added = isLast ? deals.length - before : first;
        const unchanged = isLast ? before : 0;
        const when = new Date(world.now - (isLast ? 6 : 96) * day);
        return [
          id,
          clientId,
          'opportunities',
          userId,
          when,
          fileName,
          'merge',
          added + unchanged + 2,
          added,
          0,
          unchanged,
          0,
          2,
        ];
      });
    }),
  };
  yield {
    table: 'marketing_upload_change',
    columns: ['upload_id', 'client_id', 'external_id', 'before', 'after'],
    rows: clients.flatMap(({ clientId, uploads, deals }) =>
      deals.map((deal, at) => {
        const upload =
          uploads.length > 1 && at < Math.round(deals.length * 0.6) ? uploads[0]! : uploads.at(-1)!;
        const after = {
          Name: deal.name,
          Account: deal.account,
          Domain: deal.domain,
          Stage: deal.stage,
          Created: isoDay(deal.createdAt),
          Closed: isoDay(deal.closedAt),
          Cents: deal.cents,
          Currency: deal.currency,
        };
        return [upload.id, clientId, deal.externalId, null, JSON.stringify(after)];
      }),
    ),
  };
  yield {
    table: 'opportunity',
    columns: [
      'client_id',
      'external_id',
      'name',
      'account',
      'domain',
      'stage',
      'created_on',
      'closed_on',
      'cents',
      'currency',
      'organisation_id',
      'match',
      'upload_id',
    ],
    rows: clients.flatMap(({ clientId, uploads, deals }) =>
      deals.map((deal) => [
        clientId,
        deal.externalId,
        deal.name,
        deal.account,
        deal.domain,
        deal.stage,
        isoDay(deal.createdAt),
        isoDay(deal.closedAt),
        deal.cents,
        deal.currency,
        deal.organisationId,
        deal.match,
        uploads.at(-1)!.id,
      ]),
    ),
  };
  const byHand = new Map(
    clients.flatMap(({ clientId, deals }) =>
      deals
        .filter(({ match }) => match === 'hand')
        .map(
          (deal) =>
            [
              `${clientId} ${deal.account}`,
              [clientId, deal.account.toLowerCase(), '', deal.organisationId],
            ] as const,
        ),
    ),
  );
  yield {
    table: 'opportunity_match',
    columns: ['client_id', 'account_key', 'domain', 'organisation_id'],
    rows: [...byHand.values()],
  };
  yield {
    table: 'opportunity_stage',
    columns: ['client_id', 'stage_key', 'outcome'],
    rows: clients
      .filter(({ pipeline }) => pipeline.hasStages)
      .flatMap(({ clientId }) =>
        Object.entries(outcomes).map(([stage, outcome]) => [clientId, stage.toLowerCase(), outcome]),
      ),
  };
}

/** Opportunities, as they would have been uploaded. */
export const opportunitiesPart: DemoPart = { name: 'opportunities', tables: opportunityTables };
