// Creates, changes and deletes configurations.
import type { Transaction } from 'kysely';
import type {
  ActivityReportConfig,
  ActivityReportConfigInput,
  AuditAction,
  CallData,
  Calls,
  DroppedFilter,
} from '@readerlens/contract';
import { sendDayCodes, reportTime } from '@readerlens/contract/activity-reports';
import type { FieldCatalogue } from '@readerlens/filters/model';
import { findCommunities } from '../../activities/lookups/community-lookup.ts';
import { createClientLookup } from '../../activities/lookups/client-lookup.ts';
import { findOwner, ownerToChange } from '../../people/owner.ts';
import type { Owner } from '../../people/owner.ts';
import type { Session } from '../../people/session.ts';
import { answerWith } from '../../activities/searches/filter-input.ts';
import type { Services } from '../../people/services.ts';
import { auditedIdentities } from '../../platform/audit.ts';
import type { Schema } from '../../platform/db/index.ts';
import type { Weekday } from '../../platform/db/job-tables.ts';
import { conflict } from '../../platform/http/errors.ts';
import { parseId } from '../../platform/http/ids.ts';
import { deleteSchedule, saveSchedule } from '../../platform/jobs/index.ts';
import { configFor, noSuchConfig } from './report-access.ts';
import { checkedConfig } from './report-input.ts';
import {
  addConfig,
  changeConfig,
  countConfigs,
  findConfig,
  listConfigs,
  lockConfig,
  reportKindName,
} from './report.store.ts';
import type { ConfigPage, ReportConfigRow, ReportConfigValues } from './report.store.ts';
import { findChannel } from '../../sendings/webhooks/chat-channel.ts';
import { createConfigViews } from './report-view.ts';
import { subscribeToReport } from './report-webhook.ts';
import { findActorId } from '../../people/session.ts';
import { isSameSelection } from './report-selection.ts';
import type { Progress, Selecting } from './report-selection.ts';

type SavedConfig = CallData<Calls['POST /api/activity-report-config']>;

/** A checked configuration that is not stored yet. */
export interface PlannedConfig {
  readonly config: ReportConfigValues;
  /** The channel that gets its messages; null for the webhook of the client. */
  readonly channelId: string | null;
}

/** What decides what a run sends and how it looks. */
export type SendingConfig = Progress &
  Selecting &
  Pick<
    ReportConfigRow,
    | 'owner_id'
    | 'email'
    | 'report_type'
    | 'time_zone'
    | 'is_aggregated'
    | 'includes_quality'
    | 'has_attachment'
    | 'channel_kind'
  > & {
    /** Null for one that is not stored. */
    readonly id: string | null;
  };

/** A configuration whose next run is shown, with the filters of its draft that are left out. */
export interface PreviewedConfig {
  readonly config: SendingConfig;
  readonly owner: Owner;
  readonly dropped: readonly DroppedFilter[];
}

const maxConfigs = 100;

const changedMeanwhile = () =>
  conflict('Someone else has changed this activity report configuration since you opened it.');

type Scheduled = Pick<ReportConfigValues, 'client_id' | 'send_days' | 'time_zone' | 'is_disabled'>;

/** Reports are sent on local days of their zone. */
export const buildReportSchedule = (
  id: string,
  { client_id, send_days, time_zone, is_disabled }: Scheduled,
) => ({
  kind: reportKindName,
  ownerId: id,
  clientId: client_id,
  rule: {
    every: 'week' as const,
    days: send_days.map((code) => (sendDayCodes.indexOf(code) + 1) as Weekday),
    at: reportTime,
  },
  timeZone: time_zone,
  isActive: !is_disabled,
});

export const createReportConfigs = (services: Services) => {
  const { db, jobs, audit, catalogue } = services;
  const viewsOf = createConfigViews(services);

  const view = async (id: string, session: Session): Promise<ActivityReportConfig> => {
    const config = await findConfig(db.kysely, id);
    const [shown] = config ? await viewsOf([config], session) : [];
    if (!shown) throw noSuchConfig();
    return shown;
  };

  /** The channel of the input, if the client of the input has it. */
  const findAskedChannel = async (
    { channelId, companyId }: ActivityReportConfigInput,
    stored: ReportConfigRow | undefined,
  ) => {
    const clientId = companyId === undefined ? stored?.client_id : parseId(companyId);
    return channelId == null || clientId === undefined
      ? undefined
      : findChannel(db.kysely, clientId, channelId);
  };

  /** The clients and communities that the owner may see, and the channel of the input. */
  const known = async ({ scope }: Owner, body: ActivityReportConfigInput, stored?: ReportConfigRow) => {
    const viewer = { scope, blinded: false };
    const asked = [parseId(body.companyId ?? ''), stored?.client_id].filter((id) => id !== undefined);
    const own = scope.clientIds === 'all' ? asked : [...scope.clientIds, ...asked];
    const [clients, communities, channel] = await Promise.all([
      createClientLookup(db).byIds(own, viewer),
      findCommunities(db, scope),
      findAskedChannel(body, stored),
    ]);
    const ids = new Set(clients.map(({ id }) => id));
    const communityIds = new Set(communities.map(({ id }) => Number(id)));
    return {
      isKnownClient: (id: number) => ids.has(id),
      isKnownCommunity: (id: number) => communityIds.has(id),
      isKnownChannel: (clientId: number, channelId: string) =>
        channel?.client_id === clientId && channel.id === channelId,
    };
  };

  const record = (
    trx: Transaction<Schema>,
    action: AuditAction,
    config: Pick<ReportConfigRow, 'owner_id' | 'email'> & { readonly id: string },
    session: Session,
    cause: Readonly<Record<string, unknown>> = {},
  ) =>
    audit.record(
      {
        ...auditedIdentities(session),
        action,
        accountId: config.owner_id,
        detail: { ...cause, id: config.id, contact: config.email },
      },
      trx,
    );

  /** Changes the periods: the past is not sent again, nor what came in while it was disabled. */
  const changePeriods = (
    stored: ReportConfigRow,
    values: Pick<ReportConfigRow, 'is_disabled'> & Selecting,
    fields: FieldCatalogue,
  ): Partial<Pick<Progress, 'available_from' | 'cursor'>> => {
    const now = jobs.clock();
    if (stored.is_disabled && !values.is_disabled) return { available_from: now, cursor: now };
    if (stored.cursor === null || isSameSelection(stored, values, fields)) return {};
    return { available_from: stored.cursor };
  };

  /**
   * A new configuration, checked. `more`: new ones of the same owner that are not stored yet.
   * @throws AppError 400 that names the fields, 409 at the limit, and as `ownerToChange`
   */
  const plan = async (body: ActivityReportConfigInput, session: Session, more = 0) => {
    const owner = await ownerToChange(body.userId, session, services);
    const { total } = await countConfigs(db.kysely, owner.user.id);
    if (total + more >= maxConfigs)
      throw conflict(
        `There can be ${maxConfigs} activity report configurations. Delete one that is no longer used.`,
      );
    const now = jobs.clock();
    const { values, channelId, dropped } = checkedConfig(body, {
      owner,
      catalogue: await catalogue(),
      blinded: session.blinded,
      now,
      ...(await known(owner, body)),
    });
    const config = { available_from: now, occurred_from: null, ...values, owner_id: owner.user.id };
    return { config, owner, channelId, dropped };
  };

  /**
   * A stored configuration, and what the input would make of it.
   * @throws AppError 400 that names the fields, 409 if another version was edited, and as `configFor`
   */
  const planChange = async (id: string, body: ActivityReportConfigInput, session: Session) => {
    const { config, owner } = await configFor(services, id, session, 'change');
    const { version = config.version } = body;
    if (version !== config.version) throw changedMeanwhile();
    const now = jobs.clock();
    const fields = await catalogue();
    const checked = checkedConfig(body, {
      owner,
      catalogue: fields,
      blinded: session.blinded,
      now,
      stored: config,
      ...(await known(owner, body, config)),
    });
    /** The values with the periods that follow from them. */
    const changeFrom = (stored: ReportConfigRow) => ({
      ...checked.values,
      ...changePeriods(stored, { ...stored, ...checked.values }, fields),
    });
    return { config, owner, ...checked, changeFrom, now };
  };

  const findChannelKind = async (
    clientId: number,
    channelId: string | null,
    stored?: ReportConfigRow,
  ): Promise<ReportConfigRow['channel_kind']> => {
    if (channelId === null) return null;
    if (stored?.channel_id === channelId) return stored.channel_kind;
    return (await findChannel(db.kysely, clientId, channelId))?.kind ?? null;
  };

  /** Stores a planned configuration. `cause` is for the audit log. Returns its id. */
  const add = async (
    trx: Transaction<Schema>,
    { config, channelId }: PlannedConfig,
    session: Session,
    cause?: Readonly<Record<string, unknown>>,
  ): Promise<string> => {
    const now = jobs.clock();
    const id = await addConfig(trx, config, { userId: findActorId(session), now });
    await saveSchedule(trx, buildReportSchedule(id, config), now);
    await subscribeToReport(trx, id, config, channelId, now);
    await record(trx, 'activity-report.create', { ...config, id }, session, cause);
    return id;
  };

  return {
    async list(userId: string, page: ConfigPage, session: Session) {
      const owner = await findOwner(userId, session, services);
      const { rows, total } = await listConfigs(db.kysely, owner.user.id, page, session);
      return { items: await viewsOf(rows, session), total, page: page.page, pageSize: page.pageSize };
    },

    async get(id: string, session: Session): Promise<ActivityReportConfig> {
      await configFor(services, id, session, 'view');
      return view(id, session);
    },

    plan,
    add,

    async create(body: ActivityReportConfigInput, session: Session): Promise<SavedConfig> {
      const planned = await plan(body, session);
      const id = await db.transaction((trx) => add(trx, planned, session));
      return answerWith(await view(id, session), planned.dropped);
    },

    async change(id: string, body: ActivityReportConfigInput, session: Session): Promise<SavedConfig> {
      const { config, values, channelId, dropped, changeFrom, now } = await planChange(id, body, session);
      await db.transaction(async (trx) => {
        const locked = await lockConfig(trx, config.id);
        if (!locked) throw noSuchConfig();
        if (locked.version !== config.version) throw changedMeanwhile();
        // The cursor may have moved since the configuration was read: runs do not change the version.
        const stored = { ...config, ...locked };
        await changeConfig(trx, config.id, changeFrom(stored), { userId: findActorId(session), now });
        await saveSchedule(trx, buildReportSchedule(config.id, values), now);
        await subscribeToReport(trx, config.id, values, channelId, now);
        await record(trx, 'activity-report.update', config, session);
      });
      return answerWith(await view(id, session), dropped);
    },

    /**
     * A configuration as its next run would find it, had the input been saved: a stored one with an id, else a new one.
     * @throws AppError as saving it
     */
    async draft(
      id: string | undefined,
      body: ActivityReportConfigInput,
      session: Session,
    ): Promise<PreviewedConfig> {
      if (id === undefined) {
        const { config, channelId, ...rest } = await plan(body, session);
        const kind = await findChannelKind(config.client_id, channelId);
        return { ...rest, config: { ...config, id: null, cursor: null, channel_kind: kind } };
      }
      const { config: stored, channelId, changeFrom, ...rest } = await planChange(id, body, session);
      const config = { ...stored, ...changeFrom(stored) };
      const kind = await findChannelKind(config.client_id, channelId, stored);
      return { owner: rest.owner, dropped: rest.dropped, config: { ...config, channel_kind: kind } };
    },

    async remove(id: string, session: Session): Promise<void> {
      const { config } = await configFor(services, id, session, 'change');
      const now = jobs.clock();
      await db.transaction(async (trx) => {
        if (!(await lockConfig(trx, config.id))) throw noSuchConfig();
        await changeConfig(trx, config.id, { deleted_at: now }, { userId: findActorId(session), now });
        await deleteSchedule(trx, reportKindName, config.id);
        await record(trx, 'activity-report.delete', config, session);
      });
    },
  };
};
