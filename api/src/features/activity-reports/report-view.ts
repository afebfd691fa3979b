import type { ActivityReportConfig } from '@readerlens/contract';
import { mayDo } from '@readerlens/contract';
import {
  describeSendDays,
  reportTime,
  reportTypeNames,
  reportTypes,
  scheduleTexts,
  sendDays,
} from '@readerlens/contract/activity-reports';
import type { ReportTypeCode, SendDay } from '@readerlens/contract/activity-reports';
import { readStoredModel, listSelectedTerms } from '@readerlens/filters/model';
import type { FieldCatalogue, Filter } from '@readerlens/filters/model';
import { shownContact } from '../../people/blinding/written-texts.ts';
import { createClientLookup } from '../../activities/lookups/client-lookup.ts';
import { findCommunities } from '../../activities/lookups/community-lookup.ts';
import { scopesOfUsers } from '../../people/owner.ts';
import type { DataScope } from '../../people/policy.ts';
import type { Session } from '../../people/session.ts';
import { searchableBy } from '../../activities/searches/filter-input.ts';
import { createShownModels } from '../../activities/searches/shown-model.ts';
import type { ShownModel } from '../../activities/searches/shown-model.ts';
import type { Services } from '../../people/services.ts';
import { checkSendable, readSelectionContext, findWebhooks } from './report-selection.ts';
import type { ReportConfigRow } from './report.store.ts';
import { sql } from 'kysely';
import { undeliveredReportDays } from '../../deadlines.ts';
import type { Database } from '../../platform/db/index.ts';
import { daysAfter } from '../../platform/time.ts';

/** What a configuration and its runs have in common. */
export type ReportSelection = Pick<
  ReportConfigRow,
  'owner_id' | 'filters' | 'indices' | 'client_id' | 'community_id'
>;

/** The names of the clients and communities of reports, and their filters, as a viewer may see them. */
export interface ShownSelection extends ShownModel {
  readonly companies: string[];
  readonly onlines: string[];
  /** Of the contact; empty if the viewer may not see it. */
  readonly clientName: string;
}

/** Without filters on fields that the owner may no longer search by, or a viewer who only looks at them. */
const usable = (selection: ReportSelection, scopes: readonly DataScope[], catalogue: FieldCatalogue) => {
  const { filters, indices } = readStoredModel(selection, catalogue);
  return { filters: scopes.reduce((kept, scope) => searchableBy(kept, scope), [...filters]), indices };
};

const namesIn = (filters: readonly Filter[], field: string): string[] =>
  listSelectedTerms(filters, field).flatMap(({ name }) => name ?? []);

/** Returns them in the order of the selections. */
export const createShownSelections = (services: Services) => {
  const shownModels = createShownModels(services);
  /** `toEdit` shows all filters of the owner: leaving some out would remove them with the next change. */
  return async (
    selections: readonly ReportSelection[],
    session: Session,
    { toEdit = false }: { readonly toEdit?: boolean } = {},
  ): Promise<ShownSelection[]> => {
    const [owners, catalogue] = await Promise.all([
      scopesOfUsers(
        selections.map(({ owner_id }) => owner_id),
        services,
      ),
      services.catalogue(),
    ]);
    const viewer = toEdit ? [] : [session.scope];
    const used = selections.map((each) => {
      const owner = owners.get(each.owner_id);
      return usable(each, [...viewer, ...(owner ? [owner.scope] : [])], catalogue);
    });
    const [models, clients, communities] = await Promise.all([
      shownModels(used, session, toEdit ? 'edits' : 'reads'),
      createClientLookup(services.db).byIds(
        [...new Set(selections.map(({ client_id }) => client_id))],
        session,
      ),
      findCommunities(services.db, session.scope),
    ]);
    const clientNames = new Map(clients.map(({ id, name }) => [id, name]));
    const communityNames = new Map(communities.map(({ id, name }) => [Number(id), name]));
    return selections.map(({ client_id, community_id }, index) => {
      const { filters, indices } = models[index] ?? { filters: [], indices: [] };
      const companies = namesIn(filters, 'Clients');
      const onlines = namesIn(filters, 'Onlines');
      const own = community_id === null ? undefined : communityNames.get(community_id);
      const ofContact = clientNames.get(client_id);
      return {
        filters,
        indices,
        companies: companies.length > 0 || ofContact === undefined ? companies : [ofContact],
        onlines: onlines.length > 0 || own === undefined ? onlines : [own],
        clientName: ofContact ?? '',
      };
    });
  };
};

/** 'Consolidated, aggregated', say. */
export const reportTypeText = (type: ReportTypeCode, isAggregated: boolean): string =>
  type === reportTypes.Consolidated && isAggregated
    ? 'Consolidated report, subsequent engagements aggregated'
    : `${reportTypeNames[type]} report`;

/** Writes 'Every Monday and Friday at 06:00 (Europe/Berlin)'. */
export const scheduleText = (days: readonly SendDay[], timeZone: string): string =>
  `${describeSendDays(days)} at ${reportTime} (${timeZone})`;

export const undeliveredProblem =
  'A part of its last report could not be delivered. Open that report to send it again.';
const earlierUndeliveredProblem =
  'A part of an earlier report could not be delivered. Open that report to send it again.';

/** Of these configurations, those with a report of which a part was not delivered, and what to say. */
const findUndelivered = async (
  { kysely }: Pick<Database, 'kysely'>,
  configIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, string>> => {
  if (configIds.length === 0) return new Map();
  const since = daysAfter(now, -undeliveredReportDays);
  const { rows } = await sql<{ id: string; isLast: boolean }>`
    SELECT config.id, bool_or(run.id = last.id) AS "isLast"
    FROM unnest(${configIds}::uuid[]) AS config (id)
    CROSS JOIN LATERAL (
      SELECT run.id FROM activity_report_run AS run
      WHERE run.config_id = config.id AND run.total > 0
      ORDER BY run.run_at DESC LIMIT 1) AS last
    JOIN activity_report_run AS run
      ON run.config_id = config.id AND run.total > 0 AND (run.id = last.id OR run.run_at >= ${since})
    WHERE EXISTS (SELECT FROM delivery WHERE delivery.run_id = run.id AND delivery.state = 'failed')
    GROUP BY config.id`.execute(kysely);
  return new Map(rows.map(({ id, isLast }) => [id, isLast ? undeliveredProblem : earlierUndeliveredProblem]));
};

/** Configurations as a viewer may see them, in their order. */
export const createConfigViews = (services: Services) => {
  const shownSelections = createShownSelections(services);
  return async (configs: readonly ReportConfigRow[], session: Session): Promise<ActivityReportConfig[]> => {
    const now = services.jobs.clock();
    const [shown, people, webhooks, undelivered] = await Promise.all([
      shownSelections(configs, session, { toEdit: true }),
      scopesOfUsers(
        configs.map(({ owner_id }) => owner_id),
        services,
      ),
      findWebhooks(services.db, configs),
      findUndelivered(
        services.db,
        configs.map(({ id }) => id),
        now,
      ),
    ]);

    const context = {
      ...(await readSelectionContext(services, configs, now)),
      blinded: session.blinded,
    };
    const findProblem = (config: ReportConfigRow): string | null => {
      const state = checkSendable(config, people.get(config.owner_id), context, webhooks);
      if (!state.ok) return state.problem;
      return undelivered.get(config.id) ?? null;
    };

    return configs.map((config, index) => {
      const {
        companies = [],
        onlines = [],
        filters = [],
        indices = [],
        clientName = '',
      } = shown[index] ?? {};
      const owner = people.get(config.owner_id);
      const contact = shownContact(config.id, config, session);
      const days = config.send_days.map((code) => sendDays[code]).join(', ');
      const state = config.is_disabled ? 'inactive' : 'active';
      return {
        id: config.id,
        userId: String(config.owner_id),
        email: contact.email,
        firstName: contact.first_name,
        lastName: contact.last_name,
        companyId: String(config.client_id),
        clientName,
        onlineId: config.community_id === null ? null : String(config.community_id),
        aggregateSubsequent: config.is_aggregated,
        reportType: config.report_type,
        reportTypeEnum: reportTypeNames[config.report_type],
        sendDays: config.send_days,
        timeZone: config.time_zone,
        lastSentOn: config.last_sent_at?.toISOString() ?? null,
        includeActivityQualityColumn: config.includes_quality,
        includeEmailAttachement: config.has_attachment,
        disabled: config.is_disabled,
        sendToWebhook: config.report_type === reportTypes.Webhook,
        filterModel: { filters, indices },
        companies,
        onlines,
        iconTooltip: reportTypeText(config.report_type, config.is_aggregated),
        scheduleClass: state,
        scheduleTooltip: `${scheduleTexts[state]}: ${days}`,
        editUrl: `/dissemination-contact/${config.owner_id}/${config.id}`,
        version: config.version,
        editable: owner !== undefined && mayDo('changeSearches', session.user, owner.user),
        nextRunOn: config.next_run_at?.toISOString() ?? null,
        channelId: config.channel_id,
        webhookPausedOn: config.webhook_paused_at?.toISOString() ?? null,
        problem: findProblem(config),
      };
    });
  };
};
