import type { AuditAction, Canary, CanaryChange, SwitchedArea } from '@readerlens/contract';
import { canaryRings } from '@readerlens/contract/registry';
import type { AreaCanary } from '@readerlens/contract/registry';
import { sql } from 'kysely';
import type { Selectable, Transaction } from 'kysely';
import type { Services } from '../../../people/services.ts';
import type { Database, Schema } from '../../../platform/db/index.ts';
import { conflict, noSuchThing, unavailable } from '../../../platform/http/errors.ts';
import type { AreaDeploys } from '../area-deploys.ts';
import { provenVersions } from '../proven-versions.ts';
import { canaryLooks } from './compare-canary.ts';
import { readSides } from './canary-samples.ts';

export type CanaryRow = Selectable<Schema['area_canary']>;

/** Who changes a canary, for the audit log. */
export interface CanaryActor {
  readonly actorId: number | null;
  /** Such as the deploy token. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

const openStates = ['running', 'paused'] as const;
const isOpen = ({ state }: Pick<CanaryRow, 'state'>) => state === 'running' || state === 'paused';
/** Ended ones that are still shown. */
const shownDays = 30;
const shownLimit = 50;

const findAction = (row: CanaryRow, { ring, state }: CanaryChange): AuditAction | undefined => {
  if (state === 'stopped') return 'area.canary-stop';
  if (state === 'paused' && row.state !== 'paused') return 'area.canary-pause';
  if (state === 'running' && row.state !== 'running') return 'area.canary-resume';
  return ring !== undefined && ring !== row.ring ? 'area.canary-move' : undefined;
};

const describe = ({ area, version, ring }: Pick<CanaryRow, 'area' | 'version' | 'ring'>) => ({
  area,
  version,
  ring,
});

/** The canaries that a page may get, by area. */
export const readServedCanaries = async ({
  kysely,
}: Database): Promise<Map<string, { stable: string; canary: AreaCanary }>> => {
  const rows = await kysely
    .selectFrom('area_canary')
    .select(['id', 'area', 'stable', 'files', 'ring'])
    .where('state', '=', 'running')
    .execute();
  return new Map(
    rows.map(({ id, area, stable, files, ring }) => [
      area,
      { stable, canary: { ...files, release: String(id), ring } },
    ]),
  );
};

/** What the server can do with its areas store. Throws 503 without one. */
export const requireDeploys = ({ areaDeploys }: { readonly areaDeploys?: AreaDeploys }): AreaDeploys => {
  if (!areaDeploys) throw unavailable('This server has no areas store to deploy to.');
  return areaDeploys;
};

export const createCanaries = (
  { db, audit }: Pick<Services, 'db' | 'audit'>,
  app: { readonly areaDeploys?: AreaDeploys },
) => {
  const { kysely } = db;

  /**
   * The deployed version of each area. Without a store, or while it cannot be read, nobody can tell, and the map is empty: a canary can
   * be stopped nevertheless.
   */
  const readLive = async (): Promise<ReadonlyMap<string, string>> => {
    const { areaDeploys } = app;
    return (await areaDeploys?.readLive().catch(() => undefined)) ?? new Map<string, string>();
  };

  /** Its state, also if another version was deployed without the product's knowledge. */
  const findState = (row: CanaryRow, live: ReadonlyMap<string, string>): CanaryRow['state'] => {
    const deployed = live.get(row.area);
    if (!isOpen(row) || live.size === 0 || deployed === row.stable) return row.state;
    return deployed === row.version ? 'promoted' : 'replaced';
  };

  const build = async (row: CanaryRow, live: ReadonlyMap<string, string>): Promise<Canary> => {
    const state = findState(row, live);
    return {
      id: String(row.id),
      area: row.area,
      version: row.version,
      stable: row.stable,
      ring: row.ring,
      state,
      isSafe: row.is_safe,
      reason: row.reason,
      startedAt: row.started_at.toISOString(),
      startedBy: row.started_by,
      endedAt: row.ended_at?.toISOString() ?? null,
      nextLook: isOpen({ state }) ? (canaryLooks[row.looks] ?? null) : null,
      sides: await readSides(db, row),
    };
  };

  const findRow = async (trx: Transaction<Schema>, id: number): Promise<CanaryRow> => {
    const row = await trx
      .selectFrom('area_canary')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw noSuchThing('canary');
    return row;
  };

  const assertOpen = (row: CanaryRow, live: ReadonlyMap<string, string>): void => {
    const state = findState(row, live);
    if (!isOpen({ state })) throw conflict(`The canary ${row.version} of ${row.area} is ${state}.`);
  };

  const record = (
    trx: Transaction<Schema>,
    action: AuditAction,
    { actorId, detail }: CanaryActor,
    row: Pick<CanaryRow, 'area' | 'version' | 'ring'>,
  ) => audit.record({ action, actorId, detail: { ...describe(row), ...detail } }, trx);

  return {
    async list(): Promise<Canary[]> {
      const rows = await kysely
        .selectFrom('area_canary')
        .selectAll()
        .where((eb) =>
          eb.or([
            eb('state', 'in', openStates),
            eb('started_at', '>', sql<Date>`now() - make_interval(days => ${shownDays})`),
          ]),
        )
        .orderBy('id', 'desc')
        .limit(shownLimit)
        .execute();
      const live = await readLive();
      return Promise.all(rows.map((row) => build(row, live)));
    },

    /** Starts an uploaded version in the first ring. Throws 409 while another one runs, and if it cannot be a canary. */
    async start(
      { area, version, startedBy }: { area: string; version: string; startedBy: string },
      actor: CanaryActor,
    ): Promise<Canary> {
      const { files, stable } = await requireDeploys(app).prepareCanary(area, version);
      const live = await readLive();
      const row = await db.transaction(async (trx) => {
        const open = await trx
          .selectFrom('area_canary')
          .selectAll()
          .where('area', '=', area)
          .where('state', 'in', openStates)
          .forUpdate()
          .executeTakeFirst();
        const state = open && findState(open, live);
        if (open && state && isOpen({ state }))
          throw conflict(`The canary ${open.version} of ${area} is ${state}. Promote or stop it first.`);
        if (open && state)
          await trx
            .updateTable('area_canary')
            .set({ state, ended_at: sql<Date>`now()` })
            .where('id', '=', open.id)
            .execute();
        const started = await trx
          .insertInto('area_canary')
          .values({
            area,
            version,
            stable,
            files,
            ring: canaryRings[0],
            state: 'running',
            started_by: startedBy,
          })
          .onConflict((conflicting) => conflicting.doNothing())
          .returningAll()
          .executeTakeFirst();
        if (!started) throw conflict(`Another canary of ${area} has just begun.`);
        await record(trx, 'area.canary-start', actor, started);
        return started;
      });
      return build(row, live);
    },

    /** Throws 404 for an unknown canary, 409 for one that has ended. */
    async change(id: number, change: CanaryChange, actor: CanaryActor): Promise<Canary> {
      const live = await readLive();
      const changed = await db.transaction(async (trx) => {
        const row = await findRow(trx, id);
        assertOpen(row, live);
        const action = findAction(row, change);
        if (!action) return row;
        const isMoved = change.ring !== undefined && change.ring !== row.ring;
        const isResumed = row.state === 'paused' && change.state === 'running';
        const next = await trx
          .updateTable('area_canary')
          .set({
            ...(change.ring === undefined ? {} : { ring: change.ring }),
            ...(change.state === undefined ? {} : { state: change.state, reason: null }),
            ...(change.state === 'stopped' ? { ended_at: sql<Date>`now()` } : {}),
            ...(isMoved || isResumed ? { ring_at: sql<Date>`now()` } : {}),
          })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        await record(trx, action, actor, next);
        return next;
      });
      return build(changed, live);
    },

    /** Makes a canary the deployed version. Throws 404 and 409 as `change`, and as a deploy. */
    async promote(id: number, by: string, actor: CanaryActor): Promise<SwitchedArea> {
      const live = await readLive();
      const { area, version } = await db.transaction(async (trx) => {
        const row = await findRow(trx, id);
        assertOpen(row, live);
        return row;
      });
      const findProven = (versions: readonly string[]) => provenVersions(db, area, versions);
      const switched = await requireDeploys(app).deploy({ area, by, findProven }, version);
      await db.transaction(async (trx) => {
        const row = await trx
          .updateTable('area_canary')
          .set({ state: 'promoted', ended_at: sql<Date>`now()` })
          .where('id', '=', id)
          .where('state', 'in', openStates)
          .returningAll()
          .executeTakeFirst();
        if (row) await record(trx, 'area.canary-promote', actor, row);
      });
      return switched;
    },

    /** The canary of an area that has not ended. Throws 404 without one. */
    async findOpenId(area: string): Promise<number> {
      const row = await kysely
        .selectFrom('area_canary')
        .select('id')
        .where('area', '=', area)
        .where('state', 'in', openStates)
        .executeTakeFirst();
      if (!row) throw noSuchThing(`canary of ${area}`);
      return row.id;
    },
  };
};
