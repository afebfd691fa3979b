import type { CallData, CallKey, Calls } from '@readerlens/contract';
import type { StageOutcome } from '@readerlens/contract/marketing-pipeline';
import { activityWorld } from '../../../activities/testing/activity-world.ts';
import type { Database } from '../../../platform/db/index.ts';
import { setDate } from '../../../platform/testing/index.ts';
import { addEngagements } from './add-engagements.ts';
import type { PlannedEngagement } from './add-engagements.ts';

export const pipeline = 'POST /api/marketing-performance/pipeline';
export type Path = '' | '/by-stage' | '/credits' | '/rows' | '/touches' | '/without-deals';
type Call<P extends Path> = Extract<CallKey, `${typeof pipeline}${P}`>;
export type Data<P extends Path> = CallData<Calls[Call<P>]>;

export interface PlannedDeal {
  readonly id: string;
  readonly stage?: string;
  readonly created: string;
  readonly closed?: string;
  readonly cents?: number;
  readonly currency?: string | null;
  readonly organisation?: number;
}
export interface PlannedTouch extends PlannedEngagement {
  readonly organisation: number;
}

/** The day of each test. */
export const today = '2026-03-10';
/** The year that ends on it. */
export const year = { from: '2025-03-11', to: today };

/** A client of each test, with its opportunities and the engagements that may influence them. */
export const dealsWorld = (db: () => Database) => {
  const world = activityWorld(db);
  const tested = { token: '', clientId: 0, clientName: '' };
  let clients = 0;

  beforeEach(async () => {
    setDate(new Date(`${today}T09:00:00Z`));
    tested.token = await world().tokenOf({ access_marketing_performance: true });
    clients += 1;
    tested.clientName = `Client ${clients}`;
    tested.clientId = await world().add('client', { name: tested.clientName });
    const outcomes: readonly [string, StageOutcome][] = [
      ['open', 'open'],
      ['won', 'won'],
      ['lost', 'lost'],
    ];
    for (const [stage_key, outcome] of outcomes)
      await db()
        .kysely.insertInto('opportunity_stage')
        .values({ client_id: tested.clientId, stage_key, outcome })
        .execute();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const addDeals = (deals: readonly PlannedDeal[]) =>
    db()
      .kysely.insertInto('opportunity')
      .values(
        deals.map(({ id, stage = 'Open', created, closed, cents, currency = 'EUR', organisation }) => ({
          client_id: tested.clientId,
          external_id: id,
          account: `Account ${id}`,
          stage,
          created_on: created,
          closed_on: closed ?? null,
          cents: cents ?? null,
          currency,
          organisation_id: organisation ?? null,
          match: organisation === undefined ? 'none' : 'name',
        })),
      )
      .execute();
  const addTouches = (touches: readonly PlannedTouch[]) => addEngagements(db(), tested.clientId, touches);
  const addOrganisation = (name = 'Acme') => world().add('organisation', { name });

  const ask = async <P extends Path>(
    path: P,
    more: object = {},
    range = year,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<{ data: Data<P>; total: number }> => {
    const filters = [
      { field: 'Clients', value: [{ id: String(tested.clientId) }] },
      { field: 'DateRange', value: range },
    ];
    const call = `${pipeline}${path}` as CallKey;
    const { status, body } = await world().call(call, {
      token: tested.token,
      headers,
      body: { filters, ...more },
    });
    expect([status, body.message]).toEqual([200, expect.anything()]);
    return body as unknown as { data: Data<P>; total: number };
  };

  return { world, tested, addDeals, addTouches, addOrganisation, ask };
};
