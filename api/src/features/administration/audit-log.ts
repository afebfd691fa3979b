import { accountFieldNames, auditFieldName, formatAuditAction } from '@readerlens/contract';
import type { AuditEntry } from '@readerlens/contract';
import { isRecord, isUuid } from '@readerlens/contract/guards';
import { sql } from 'kysely';
import { readAreaClaims } from '../../people/area-claims.ts';
import { shownAddress } from '../../people/blinding/written-texts.ts';
import { createClientLookup } from '../../activities/lookups/client-lookup.ts';
import { findCommunities } from '../../activities/lookups/community-lookup.ts';
import { named, parseIds } from '../../people/named.ts';
import { analystTags } from '../../activities/lookups/tag-lookup.ts';
import type { Session } from '../../people/session.ts';
import type { Services } from '../../people/services.ts';
import { auditedIdentities } from '../../platform/audit.ts';
import { badRequest } from '../../platform/http/errors.ts';
import { parseId } from '../../platform/http/ids.ts';
import { checkRowCount, sheetColumn, writeWorkbook } from '../../platform/spreadsheet/index.ts';
import type { Cell, Row } from '../../platform/spreadsheet/index.ts';
import { countAuditRows, readAuditRows } from './audit-rows.ts';
import type { AuditPerson, AuditRequest, AuditRow } from './audit-rows.ts';

type Parts = Pick<Services, 'db' | 'audit' | 'listAreaClaims'>;

type Values = Readonly<Record<string, unknown>>;
/** Names by field and id. */
type Names = ReadonlyMap<string, ReadonlyMap<string, string>>;

const readSides = ({ detail }: AuditRow): { before: Values; after: Values } => ({
  before: isRecord(detail.before) ? detail.before : {},
  after: isRecord(detail.after) ? detail.after : {},
});

const collectIds = (rows: readonly AuditRow[], field: string): string[] => {
  const lists = rows.flatMap((row) => Object.values(readSides(row)).map((side) => side[field]));
  return [...new Set(lists.flat().filter((id): id is string => typeof id === 'string'))];
};

/** The labels of the claims in the events, each with the name of its area. A claim that no deployed area has keeps its id. */
const readClaimNames = async (parts: Parts, rows: readonly AuditRow[]): Promise<Map<string, string>> => {
  if (collectIds(rows, 'areaClaims').length === 0) return new Map();
  const areas = await readAreaClaims(parts).catch(() => []);
  return new Map(
    areas.flatMap(({ name, claims }) => claims.map(({ claim, label }) => [claim, `${name}: ${label}`])),
  );
};

/** The names of the clients, communities, tags and claims in the events; pseudonyms in Blinded Mode. */
const readNames = async (parts: Parts, rows: readonly AuditRow[], session: Session): Promise<Names> => {
  const { db } = parts;
  const [clients, communities, tags, claims] = await Promise.all([
    createClientLookup(db).byIds(parseIds(collectIds(rows, 'companies')), session),
    collectIds(rows, 'communities').length > 0 ? findCommunities(db, session.scope) : [],
    analystTags(db, { ids: parseIds(collectIds(rows, 'analystTags')) }, session),
    readClaimNames(parts, rows),
  ]);
  const byId = (items: readonly { id: string; name: string }[]) =>
    new Map(items.map(({ id, name }) => [id, name]));
  return new Map([
    ['companies', byId(named(clients))],
    ['communities', byId(communities)],
    ['analystTags', byId(named(tags))],
    ['areaClaims', claims],
  ]);
};

/**
 * What has a name that people give it, by the beginning of the actions on it, with where its id is in their details. The log has no such
 * name, because it may be that of a reader, whom nobody could erase there.
 */
const namedThings = [
  { actions: 'alert.', key: 'id', table: 'alert' },
  { actions: 'account-list.', key: 'list', table: 'account_list' },
  { actions: 'saved-search.', key: 'id', table: 'saved_search' },
] as const;

const findThing = ({ action, detail }: AuditRow) => {
  const thing = namedThings.find(({ actions }) => action.startsWith(actions));
  if (!thing) return undefined;
  const id = detail[thing.key];
  return typeof id === 'string' && isUuid(id) ? { table: thing.table, id } : undefined;
};

/** The names of the things that events are about, by id. Those that were deleted have none. */
const readThingNames = async (
  { db }: Parts,
  rows: readonly AuditRow[],
): Promise<ReadonlyMap<string, string>> => {
  const things = rows.flatMap((row) => findThing(row) ?? []);
  const names = new Map<string, string>();
  for (const { table } of namedThings) {
    const ids = [...new Set(things.flatMap((thing) => (thing.table === table ? [thing.id] : [])))];
    if (ids.length === 0) continue;
    const found = await sql<{ id: string; name: string }>`
      SELECT id::text AS id, name FROM ${sql.table(table)} WHERE id = ANY(${ids}::uuid[])`.execute(db.kysely);
    for (const { id, name } of found.rows) names.set(id, name);
  }
  return names;
};

const formatValue = (value: unknown, names: ReadonlyMap<string, string> | undefined): string | null => {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (Array.isArray(value)) {
    const texts = value.map((each) => names?.get(String(each)) ?? String(each));
    return texts.length === 0 ? null : texts.join(', ');
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** The domains of addresses name clients. */
const shownValue = (field: string, value: unknown, session: Session): unknown =>
  field === 'email' && typeof value === 'string' ? shownAddress(value, session) : value;

const listChanges = (row: AuditRow, names: Names, session: Session): AuditEntry['changes'] => {
  const { before, after } = readSides(row);
  // The database does not keep the order of keys.
  const known = Object.keys(accountFieldNames);
  const found = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const fields = [
    ...known.filter((field) => found.includes(field)),
    ...found.filter((field) => !known.includes(field)),
  ];
  return fields.flatMap((field) => {
    const change = {
      field: auditFieldName(field),
      before: formatValue(shownValue(field, before[field], session), names.get(field)),
      after: formatValue(shownValue(field, after[field], session), names.get(field)),
    };
    return change.before === change.after ? [] : [change];
  });
};

/** Repeated by the people of an event, or shown as its changes. */
const shownElsewhere = new Set(['before', 'after', 'actor', 'subject', 'requestId']);

/** Free text and descriptions of selections may have names, which a blinded session does not see. */
const isShown = (value: unknown, { blinded }: Pick<Session, 'blinded'>) =>
  typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && !blinded);

const listDetails = (
  row: AuditRow,
  things: ReadonlyMap<string, string>,
  session: Session,
): AuditEntry['details'] => {
  const name = things.get(findThing(row)?.id ?? '');
  // Earlier versions stored the name.
  return Object.entries({ ...(name === undefined ? {} : { name }), ...row.detail })
    .filter(([key, value]) => !shownElsewhere.has(key) && isShown(value, session))
    .map(([key, value]) => ({ label: auditFieldName(key), text: formatValue(value, undefined) ?? '' }));
};

const shownPerson = (person: AuditPerson | null, session: Session): AuditPerson | null =>
  person && { ...person, email: shownAddress(person.email, session) };

interface KnownNames {
  readonly names: Names;
  readonly things: ReadonlyMap<string, string>;
}

const buildEntry = (row: AuditRow, { names, things }: KnownNames, session: Session): AuditEntry => ({
  id: String(row.id),
  at: row.at.toISOString(),
  action: row.action,
  actor: shownPerson(row.actor, session),
  actedAs: shownPerson(row.actedAs, session),
  account: shownPerson(row.account, session),
  changes: listChanges(row, names, session),
  details: listDetails(row, things, session),
});

/** The event that a page begins after. Throws 400 for anything but the id of an event. */
const parseBefore = (text: string | undefined): number | undefined => {
  const id = text === undefined ? undefined : parseId(text);
  if (text !== undefined && id === undefined) throw badRequest('This page of the audit log does not exist.');
  return id;
};

const personText = (person: AuditPerson | null): Cell => (person ? `${person.name} (${person.email})` : null);
const changeText = ({ field, before, after }: AuditEntry['changes'][number]) =>
  `${field}: ${before ?? '–'} → ${after ?? '–'}`;

const columns = [
  sheetColumn('Time (UTC)', 23),
  sheetColumn('Who', 36),
  sheetColumn('Acted as', 36),
  sheetColumn('Action', 26),
  sheetColumn('Account', 36),
  sheetColumn('Changes', 80),
  sheetColumn('Details', 60),
];

const formatCells = (entry: AuditEntry): Row => [
  new Date(entry.at),
  personText(entry.actor),
  personText(entry.actedAs),
  formatAuditAction(entry.action),
  personText(entry.account),
  entry.changes.map(changeText).join('\n') || null,
  entry.details.map(({ label, text }) => `${label}: ${text}`).join('\n') || null,
];

const batchSize = 500;

export const createAuditLog = (parts: Parts) => {
  const { db, audit } = parts;
  const buildEntries = async (rows: readonly AuditRow[], session: Session): Promise<AuditEntry[]> => {
    const names = await readNames(parts, rows, session);
    const known = { names, things: await readThingNames(parts, rows) };
    return rows.map((row) => buildEntry(row, known, session));
  };

  async function* readCellBatches(request: AuditRequest, session: Session): AsyncGenerator<Row[]> {
    let { before } = request;
    for (;;) {
      const rows = await readAuditRows(db.kysely, { ...request, before }, batchSize);
      const last = rows.at(-1);
      if (!last) return;
      yield (await buildEntries(rows, session)).map(formatCells);
      before = last.id;
    }
  }

  return {
    /** A page of the newest events, or of those before an id. */
    async page(
      {
        filter,
        roles,
        before,
        size,
      }: Omit<AuditRequest, 'before' | 'blinded'> & { before?: string | undefined; size: number },
      session: Session,
    ): Promise<{ items: AuditEntry[]; next: string | null }> {
      const rows = await readAuditRows(
        db.kysely,
        { filter, roles, blinded: session.blinded, before: parseBefore(before) },
        size + 1,
      );
      const shown = rows.slice(0, size);
      return {
        items: await buildEntries(shown, session),
        next: rows.length > size ? String(shown.at(-1)?.id) : null,
      };
    },

    /** A spreadsheet of all matching events that exist now. Throws 400 if it cannot hold them. */
    async export({ filter, roles }: Omit<AuditRequest, 'before' | 'blinded'>, session: Session) {
      const { blinded } = session;
      const [newest] = await readAuditRows(db.kysely, { filter, roles, blinded, before: undefined }, 1);
      const request: AuditRequest = { filter, roles, blinded, before: (newest?.id ?? 0) + 1 };
      const count = await countAuditRows(db.kysely, request);
      checkRowCount(count);
      await audit.record({
        action: 'audit.export',
        ...auditedIdentities(session),
        detail: { events: count, ...filter },
      });
      return writeWorkbook([{ name: 'Audit log', columns, rows: readCellBatches(request, session) }]);
    },
  };
};
