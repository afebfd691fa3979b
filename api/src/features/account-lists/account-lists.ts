import type {
  AccountList,
  AuditAction,
  CallInput,
  Calls,
  ListRule,
  ListRuleInput,
  ListedOrganization,
} from '@readerlens/contract';
import {
  bothOrNeitherMessage,
  changeForbiddenMessage,
  foreignOrganizationsMessage,
  hasRuleMessage,
  listNameMessage,
  listNameTakenMessage,
  noRuleMessage,
  shareForbiddenMessage,
  tooManyListsMessage,
  tooManyOrganizationsMessage,
} from '@readerlens/contract/account-lists/messages';
import { maxAccountLists, maxListName, maxListOrganizations } from '@readerlens/contract/account-lists';
import { canonicalLine } from '@readerlens/contract/text';
import { readStoredModel } from '@readerlens/filters/model';
import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import { isUuid } from '@readerlens/contract/guards';
import { buildCompanyUrl } from '../../activities/activity-values.ts';
import { seesList } from '../../activities/account-lists/filtered-lists.ts';
import { mayUseRule, selectByRule, storedRuleSql } from '../../activities/account-lists/list-rule.ts';
import type { StoredRule } from '../../activities/account-lists/list-rule.ts';
import { listName } from '../../activities/account-lists/named-lists.ts';
import { createOrganisationLookup } from '../../activities/lookups/organisation-lookup.ts';
import { createShownModels, splitMasked } from '../../activities/searches/shown-model.ts';
import { organisationsByRule, seesOrganisation } from '../../activities/selection.ts';
import { clientPseudonym } from '../../people/blinding/pseudonyms.ts';
import { findNamedClient } from '../../people/named-client.ts';
import { parseIds } from '../../people/named.ts';

import { personNameSql } from '../../people/person-name.ts';
import type { Session } from '../../people/session.ts';
import type { Services } from '../../people/services.ts';
import { auditedIdentities } from '../../platform/audit.ts';
import { DatabaseError } from '../../platform/db/index.ts';
import type { NamedRow, Schema } from '../../platform/db/index.ts';
import { AppError, conflict, forbidden, invalidInput, noSuchThing } from '../../platform/http/errors.ts';
import { parseId } from '../../platform/http/ids.ts';
import { checkListAccess, mayChangeList, mayShareLists } from './account-lists.policy.ts';
import { readRuleInput } from './list-rule-input.ts';

type NewList = CallInput<Calls['POST /api/account-lists']>['body'];
type ListChange = CallInput<Calls['PATCH /api/account-lists/{id}']>['body'];
type OrganizationsChange = CallInput<Calls['PATCH /api/account-lists/{id}/organizations']>['body'];

interface Changed {
  list: AccountList;
  refused: string[];
}

interface Row {
  readonly id: string;
  readonly clientId: number;
  readonly client: string;
  readonly ownerId: number;
  readonly owner: string;
  readonly name: string;
  readonly isShared: boolean;
  readonly organizations: number;
  readonly rule: StoredRule | null;
  readonly updatedAt: Date;
}

const showOrganisation = ({ id, name }: NamedRow, engagements: number | null): ListedOrganization => ({
  id: String(id),
  name,
  companyUrl: buildCompanyUrl(null, name, id) ?? '',
  engagements,
});

const checkedName = (given: string): string => {
  const name = canonicalLine(given);
  if (name !== '' && name.length <= maxListName && !/[\p{Cc}\u2028\u2029]/u.test(given.trim())) return name;
  throw invalidInput('name', listNameMessage);
};

const nameIndexes: ReadonlySet<string | undefined> = new Set([
  'account_list_own_name',
  'account_list_shared_name',
]);

/** Runs a change of a name; the indexes decide, because two requests may save the same name at once. */
const refusingTakenName = async <T>(change: () => Promise<T>): Promise<T> => {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof DatabaseError) || !nameIndexes.has(error.constraint)) throw error;
    const details = [{ path: 'name', message: listNameTakenMessage }];
    throw new AppError(409, 'conflict', listNameTakenMessage, { details });
  }
};

const ruleColumns = ({ filters, indices, leastEngagements, mostOrganizations }: StoredRule) => ({
  filters: JSON.stringify(filters),
  indices: [...indices],
  least_engagements: leastEngagements,
  most_organizations: mostOrganizations,
});

const checkShare = (isShared: boolean, session: Session): void => {
  if (isShared && !mayShareLists(session)) throw forbidden(shareForbiddenMessage);
};

const shown = (row: Row, rule: ListRule | null, session: Session): AccountList => {
  const { blinded, user } = session;
  return {
    id: row.id,
    clientId: String(row.clientId),
    client: blinded ? clientPseudonym(row.clientId) : row.client,
    name: listName(row, session),
    isShared: row.isShared,
    owner: blinded ? null : row.owner,
    isOwn: row.ownerId === user.id,
    mayChange: mayChangeList(row, session),
    kind: row.rule ? 'rule' : 'organizations',
    rule,
    organizations: row.rule ? null : row.organizations,
    updatedAt: row.updatedAt.toISOString(),
  };
};

/** Named lists of organizations of clients. Each is seen by its owner, and by everyone of its client once it is shared. */
export const createAccountLists = (services: Services) => {
  const { db, audit, catalogue, jobs } = services;
  const { kysely } = db;
  const shownModels = createShownModels(services);
  const organisations = createOrganisationLookup(db);

  const rows = () =>
    kysely
      .selectFrom('account_list as l')
      .innerJoin('client as c', 'c.id', 'l.client_id')
      .innerJoin('app_user as u', 'u.id', 'l.owner_id')
      .select([
        'l.id',
        'l.client_id as clientId',
        'c.name as client',
        'l.owner_id as ownerId',
        personNameSql('u').as('owner'),
        'l.name',
        'l.is_shared as isShared',
        sql<number>`(SELECT count(*)::integer FROM account_list_organisation AS o WHERE o.list_id = l.id)`.as(
          'organizations',
        ),
        storedRuleSql('l').as('rule'),
        'l.updated_at as updatedAt',
      ]);

  const showAll = async (found: readonly Row[], session: Session): Promise<AccountList[]> => {
    const fields = await catalogue();
    const viewer = { scope: session.scope, catalogue: fields };
    // A rule with filters that the viewer may not use is not shown.
    const findRule = ({ rule }: Row) => (rule && mayUseRule(rule, viewer) ? rule : null);
    // Only who made a rule has the stored name of a term that does not exist any more, or that the viewer does not see.
    const nameRules = async (isOwn: boolean) => {
      const rulers = found.filter((row) => findRule(row) && (row.ownerId === session.user.id) === isOwn);
      const rules = rulers.flatMap((row) => findRule(row) ?? []);
      const models = await shownModels(rules, session, isOwn ? 'owns' : 'edits');
      return rulers.map((row, place) => [row, models[place]] as const);
    };
    const models = new Map((await Promise.all([nameRules(true), nameRules(false)])).flat());
    return found.map((row) => {
      const rule = findRule(row);
      const model = models.get(row);
      if (!rule || !model) return shown(row, null, session);
      const { leastEngagements, mostOrganizations } = rule;
      const stored = readStoredModel(rule, fields);
      const hasHidden = session.blinded && splitMasked(stored.filters, fields).hidden.length > 0;
      return shown(row, { ...model, leastEngagements, mostOrganizations, hasHidden }, session);
    });
  };

  const show = async (row: Row, session: Session): Promise<AccountList> => {
    const [list] = await showAll([row], session);
    if (!list) throw noSuchThing('account list');
    return list;
  };

  const readRule = async (
    input: ListRuleInput,
    { clientId, rule }: Pick<Row, 'clientId' | 'rule'>,
    session: Session,
  ): Promise<StoredRule> =>
    readRuleInput(input, {
      clientId,
      session,
      catalogue: await catalogue(),
      now: jobs.clock(),
      ...(rule ? { stored: rule } : {}),
    });

  /** @throws AppError 403 without access to lists, and 404 for a list that does not exist or may not be seen */
  const find = async (id: string, session: Session): Promise<Row> => {
    checkListAccess(services, session);
    const row = isUuid(id) ? await rows().where('l.id', '=', id).executeTakeFirst() : undefined;
    if (!row || !seesList(row, session.scope)) throw noSuchThing('account list');
    return row;
  };

  const findToChange = async (id: string, session: Session): Promise<Row> => {
    const row = await find(id, session);
    if (!mayChangeList(row, session)) throw forbidden(changeForbiddenMessage);
    return row;
  };

  /** Of these organizations, those that took part in activities of the client that the caller sees. */
  const findVisible = async (
    ids: readonly string[],
    clientId: number,
    { scope }: Session,
  ): Promise<ReadonlySet<number>> => {
    const wanted = parseIds(ids);
    if (wanted.length === 0) return new Set();
    const { rows: found } = await sql<{ id: number }>`
      SELECT o.id FROM organisation AS o WHERE o.id = ANY(${wanted}::integer[])
        AND ${seesOrganisation(scope, sql`${clientId}::integer`, sql.ref('o.id'))}`.execute(kysely);
    return new Set(found.map(({ id }) => id));
  };

  /** Who belongs to a list by a rule now, for the caller, most engagements first. */
  const findByRule = async (
    rule: StoredRule,
    clientId: number,
    session: Session,
  ): Promise<ListedOrganization[]> => {
    const viewer = { scope: session.scope, catalogue: await catalogue(), now: jobs.clock() };
    if (!mayUseRule(rule, viewer)) return [];
    const { rows: members } = await organisationsByRule(selectByRule(rule, clientId, viewer)).execute(kysely);
    const visible = await organisations.byIds(
      members.map(({ id }) => id),
      session,
    );
    const counts = new Map(members.map(({ id, activities }) => [id, activities]));
    const places = new Map(members.map(({ id }, index) => [id, index]));
    return visible
      .toSorted((a, b) => places.get(a.id)! - places.get(b.id)!)
      .map((row) => showOrganisation(row, counts.get(row.id) ?? null));
  };

  const addOrganisations = async (
    trx: Transaction<Schema>,
    { id, clientId }: Pick<Row, 'clientId' | 'id'>,
    organisationIds: ReadonlySet<number>,
  ): Promise<void> => {
    await sql`
      INSERT INTO account_list_organisation (client_id, list_id, organisation_id)
      SELECT ${clientId}::integer, ${id}::uuid, unnest(${[...organisationIds]}::integer[])
      ON CONFLICT DO NOTHING`.execute(trx);
    const { total } = await trx
      .selectFrom('account_list_organisation')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('list_id', '=', id)
      .executeTakeFirstOrThrow();
    if (total > maxListOrganizations)
      throw conflict(tooManyOrganizationsMessage(total - maxListOrganizations));
  };

  const record = (
    action: AuditAction,
    { id, clientId }: Pick<Row, 'clientId' | 'id'>,
    session: Session,
    trx: Transaction<Schema>,
  ) => audit.record({ action, ...auditedIdentities(session), detail: { list: id, client: clientId } }, trx);

  const changed = async (
    id: string,
    given: readonly string[],
    added: ReadonlySet<number>,
    session: Session,
  ): Promise<Changed> => ({
    list: await show(await find(id, session), session),
    refused: given.filter((each) => !added.has(parseId(each) ?? 0)),
  });

  return {
    find,

    async all(clientId: string | undefined, session: Session): Promise<AccountList[]> {
      checkListAccess(services, session);
      const { clientIds, userId } = session.scope;
      const found = await rows()
        .where((is) => is.or([is('l.is_shared', '=', true), is('l.owner_id', '=', userId ?? 0)]))
        .$if(clientIds !== 'all', (query) =>
          query.where('l.client_id', '=', sql<number>`ANY(${clientIds}::integer[])`),
        )
        .$if(clientId !== undefined, (query) => query.where('l.client_id', '=', parseId(clientId ?? '') ?? 0))
        // The order of hidden names would reveal something about them.
        .orderBy(session.blinded ? sql`l.id` : sql`fold_text(l.name)`)
        .orderBy('l.id')
        .execute();
      return showAll(found, session);
    },

    async organizations(id: string, session: Session): Promise<ListedOrganization[]> {
      const row = await find(id, session);
      if (row.rule) return findByRule(row.rule, row.clientId, session);
      const listed = await kysely
        .selectFrom('account_list_organisation')
        .select('organisation_id as id')
        .where('list_id', '=', row.id)
        .execute();
      const visible = await organisations.byIds(
        listed.map((each) => each.id),
        session,
      );
      return visible.map((each) => showOrganisation(each, null));
    },

    async create(
      { clientId, name, isShared = false, organizationIds, rule: ruleInput }: NewList,
      session: Session,
    ): Promise<Changed> {
      checkListAccess(services, session);
      checkShare(isShared, session);
      const values = { name: checkedName(name), is_shared: isShared, owner_id: session.user.id };
      const client_id = await findNamedClient(db, clientId, session);
      if ((organizationIds === undefined) === (ruleInput === undefined))
        throw invalidInput('rule', bothOrNeitherMessage);
      const rule = ruleInput && (await readRule(ruleInput, { clientId: client_id, rule: null }, session));
      const wanted = organizationIds ?? [];
      const visible = await findVisible(wanted, client_id, session);
      if (wanted.length > 0 && visible.size === 0)
        throw invalidInput('organizationIds', foreignOrganizationsMessage);
      const id = await refusingTakenName(() =>
        db.transaction(async (trx) => {
          // Simultaneous requests may exceed the number by a few.
          const { total } = await trx
            .selectFrom('account_list')
            .select(({ fn }) => fn.countAll<number>().as('total'))
            .where('client_id', '=', client_id)
            .where('owner_id', '=', values.owner_id)
            .executeTakeFirstOrThrow();
          if (total >= maxAccountLists) throw conflict(tooManyListsMessage);
          const added = await trx
            .insertInto('account_list')
            .values({ client_id, ...values, ...(rule ? ruleColumns(rule) : {}) })
            .returning('id')
            .executeTakeFirstOrThrow();
          const list = { id: added.id, clientId: client_id };
          await addOrganisations(trx, list, visible);
          await record('account-list.create', list, session, trx);
          return added.id;
        }),
      );
      return changed(id, wanted, visible, session);
    },

    async change(
      id: string,
      { name, isShared, rule: ruleInput }: ListChange,
      session: Session,
    ): Promise<AccountList> {
      const row = await findToChange(id, session);
      if (ruleInput && !row.rule) throw conflict(noRuleMessage);
      const rule = ruleInput ? await readRule(ruleInput, row, session) : row.rule;
      if (isShared === true && !row.isShared) checkShare(true, session);
      // In Blinded Mode the label is sent back as it was shown.
      const isRenamed = name !== undefined && name !== listName(row, session);
      const values = {
        ...(isRenamed ? { name: checkedName(name) } : {}),
        ...(isShared === undefined ? {} : { is_shared: isShared }),
        ...(ruleInput && rule ? ruleColumns(rule) : {}),
      };
      await refusingTakenName(() =>
        db.transaction(async (trx) => {
          await trx
            .updateTable('account_list')
            .set({ ...values, updated_at: sql`now()` })
            .where('id', '=', row.id)
            .execute();
          await record('account-list.change', row, session, trx);
        }),
      );
      // Staff who end that a list of somebody else is shared no longer see it.
      const after = { ...row, rule, isShared: isShared ?? row.isShared, name: values.name ?? row.name };
      return show({ ...after, updatedAt: new Date() }, session);
    },

    async changeOrganizations(
      id: string,
      { add = [], remove = [] }: OrganizationsChange,
      session: Session,
    ): Promise<Changed> {
      const row = await findToChange(id, session);
      if (row.rule) throw conflict(hasRuleMessage);
      const visible = await findVisible(add, row.clientId, session);
      if (add.length > 0 && visible.size === 0) throw invalidInput('add', foreignOrganizationsMessage);
      await db.transaction(async (trx) => {
        // One after another: together, two changes could exceed the limit.
        await trx.selectFrom('account_list').select('id').where('id', '=', row.id).forUpdate().execute();
        await sql`DELETE FROM account_list_organisation WHERE list_id = ${row.id}::uuid
          AND organisation_id = ANY(${parseIds(remove)}::integer[])`.execute(trx);
        await addOrganisations(trx, row, visible);
        await trx
          .updateTable('account_list')
          .set({ updated_at: sql`now()` })
          .where('id', '=', row.id)
          .execute();
        await record('account-list.change', row, session, trx);
      });
      return changed(row.id, add, visible, session);
    },

    async remove(id: string, session: Session): Promise<void> {
      const row = await findToChange(id, session);
      await db.transaction(async (trx) => {
        await trx.deleteFrom('account_list').where('id', '=', row.id).execute();
        await record('account-list.delete', row, session, trx);
      });
    },
  };
};
