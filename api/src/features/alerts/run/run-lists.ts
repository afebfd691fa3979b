// The account lists that the filters of runs name, as they were at the run: what an old run says and what its file has must not
// change with a list.
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { AlertRunDetails } from '@readerlens/contract';
import { accountListsField, listNamedLists } from '@readerlens/filters/model';
import type { FieldCatalogue, Filter } from '@readerlens/filters/model';
import { readNamedLists, seesList } from '../../../activities/account-lists/filtered-lists.ts';
import type { KnownList, KnownLists } from '../../../activities/account-lists/filtered-lists.ts';
import { mayUseRule, selectByRule, storedRuleSql } from '../../../activities/account-lists/list-rule.ts';
import type { RuleViewer } from '../../../activities/account-lists/list-rule.ts';
import { listName } from '../../../activities/account-lists/named-lists.ts';
import { narrowTo } from '../../../activities/select-stored.ts';
import { organisationsByRule } from '../../../activities/selection.ts';
import type { OrganisationRule } from '../../../activities/selection.ts';
import type { DataScope } from '../../../people/policy.ts';
import type { Viewer } from '../../../people/session.ts';
import type { Services } from '../../../people/services.ts';
import type { Database, Schema } from '../../../platform/db/index.ts';
import { scopeKey } from './run-evaluation.ts';
import type { RunView } from './run-evaluation.ts';

/** A list with the organizations that it had at a run in the scope of a view. */
export interface KeptList {
  readonly view: number;
  readonly list: KnownList;
  readonly organisationIds: readonly number[];
}

type FindMembers = (list: KnownList, owner: RuleViewer, scope: DataScope) => Promise<readonly number[]>;

const readMembers = async (
  { kysely }: Pick<Database, 'kysely'>,
  rule: OrganisationRule,
): Promise<number[]> => {
  const { rows } = await organisationsByRule(rule).execute(kysely);
  return rows.map(({ id }) => id).sort((a, b) => a - b);
};

/** Finds the organizations of lists in the scopes of recipients. A rule is read once, because many alerts that are due at once may use it. */
export const createMemberReader = (db: Pick<Database, 'kysely'>): FindMembers => {
  const found = new Map<string, Promise<readonly number[]>>();
  return async ({ id, clientId, rule, organisationIds }, owner, scope) => {
    if (!rule) return organisationIds;
    const key = [id, scopeKey(owner.scope), scopeKey(scope)].join(' ');
    const { selection, ...counts } = selectByRule(rule, clientId, owner);
    const members = found.get(key) ?? readMembers(db, { ...counts, selection: narrowTo(scope, selection) });
    found.set(key, members);
    return members;
  };
};

interface ListedRun {
  readonly filters: unknown;
  readonly lists: KnownLists;
  readonly owner: RuleViewer;
  readonly views: readonly Pick<RunView, 'index' | 'scope'>[];
}

/** Finds what the lists of a run have in each of its views. */
export const findKeptLists = async (
  findMembers: FindMembers,
  { filters, lists, owner, views }: ListedRun,
): Promise<KeptList[]> => {
  const ids = new Set(listNamedLists(filters as readonly Filter[]).map(({ id }) => id));
  const named = [...ids].flatMap((id) => lists.get(id) ?? []);
  const kept: KeptList[] = [];
  for (const { index, scope } of views)
    for (const list of named)
      kept.push({ view: index, list, organisationIds: await findMembers(list, owner, scope) });
  return kept;
};

/** Each row can have 2,000 ids. */
const maxRows = 500;

export const writeKeptLists = async (
  trx: Transaction<Schema>,
  runs: readonly { readonly run: { readonly id: string }; readonly keptLists: readonly KeptList[] }[],
): Promise<void> => {
  const rows = runs.flatMap(({ run, keptLists }) =>
    keptLists.map(({ view, list, organisationIds }) => ({
      run_id: run.id,
      view,
      list_id: list.id,
      client_id: list.clientId,
      owner_id: list.ownerId,
      is_shared: list.isShared,
      name: list.name,
      rule: list.rule ? JSON.stringify(list.rule) : null,
      organisation_ids: [...organisationIds],
    })),
  );
  for (let start = 0; start < rows.length; start += maxRows)
    await trx
      .insertInto('alert_run_list')
      .values(rows.slice(start, start + maxRows))
      .execute();
};

type ShownList = AlertRunDetails['accountLists'][number];

/** Who sees it, and its name, are those of today; of a deleted list, those of the run. */
type StoredList = KnownList & Pick<ShownList, 'since'>;

interface StoredView {
  readonly id: string;
  readonly view: number;
}

const readStored = async (kysely: Kysely<Schema>, { id, view }: StoredView): Promise<StoredList[]> => {
  const present = sql`ARRAY(SELECT o.organisation_id FROM account_list_organisation AS o WHERE o.list_id = l.id ORDER BY 1)`;
  const { rows } = await sql<StoredList>`
    SELECT kept.list_id AS id, kept.client_id AS "clientId", coalesce(l.owner_id, kept.owner_id) AS "ownerId",
      coalesce(l.name, kept.name) AS name, coalesce(l.is_shared, kept.is_shared) AS "isShared", kept.rule,
      kept.organisation_ids AS "organisationIds",
      CASE WHEN l.id IS NULL THEN 'deleted'
        WHEN kept.rule IS DISTINCT FROM ${storedRuleSql('l')} THEN 'changed'
        WHEN kept.rule IS NULL AND kept.organisation_ids <> ${present} THEN 'changed'
        ELSE 'same' END AS since
    FROM alert_run_list AS kept LEFT JOIN account_list AS l ON l.id = kept.list_id
    WHERE kept.run_id = ${id}::uuid AND kept.view = ${view}::smallint`.execute(kysely);
  return rows;
};

/** The lists of a run for its page, as far as the viewer may see them. */
export const showKeptLists = async (
  { db, catalogue }: Pick<Services, 'db' | 'catalogue'>,
  run: StoredView,
  viewer: Viewer,
): Promise<ShownList[]> => {
  const { scope } = viewer;
  if (!scope.searchFields.has(accountListsField)) return [];
  const [lists, fields] = await Promise.all([readStored(db.kysely, run), catalogue()]);
  const countShown = ({ rule, organisationIds }: StoredList): number | null =>
    !rule || mayUseRule(rule, { scope, catalogue: fields }) ? organisationIds.length : null;
  return lists
    .filter((list) => seesList(list, scope))
    .map((list) => ({
      id: list.id,
      name: listName(list, viewer),
      kind: list.rule ? ('rule' as const) : ('organizations' as const),
      organizations: countShown(list),
      since: list.since,
    }))
    .sort((a, b) => a.name.localeCompare(b.name));
};

/**
 * The lists of a run for its file: with the organizations of the run, if the owner of the alert may still use them. Runs of before
 * lists were kept have those of today.
 */
export const readListsOfRun = async (
  kysely: Kysely<Schema>,
  run: StoredView & { readonly filters: unknown },
  owner: { readonly scope: DataScope; readonly catalogue: FieldCatalogue },
): Promise<KnownLists> => {
  const stored = await readStored(kysely, run);
  if (stored.length === 0) return readNamedLists(kysely, [run.filters]);
  const usable = stored.filter(({ rule }) => !rule || mayUseRule(rule, owner));
  return new Map(usable.map((list) => [list.id, { ...list, rule: null }]));
};
