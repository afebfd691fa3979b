import { contentTypeCode } from '../engagements/codes.ts';
import type { SqlClient } from '../platform/db/sql-pool.ts';
import { stagingTable } from './staging.ts';

/** A column of an entity that rows may fill. SQL speaks of the entity as `t` and of the staged row as `r`. */
interface Attribute {
  readonly column: string;
  /** Column of the staging table. */
  readonly staged: string;
  /** The field that has to be used for the staged column to have something. */
  readonly field: string;
  /** Type to turn the staged value into, where it differs. */
  readonly cast?: string;
  /** What the column has when nothing is known; null unless told. */
  readonly unset?: string;
  /** It cannot be empty: it has the key until something is known. */
  readonly orKey?: true;
  /** Is set when the entity is made and never later. */
  readonly isFixed?: true;
}

/** Organisations, readers and documents: found by an external key, else by another one, else made. */
interface Entity {
  readonly table: string;
  readonly reference: string;
  readonly key: { readonly column: string; readonly staged: string };
  /** The second key: only where the first one is missing on either side. */
  readonly otherKey: { readonly field: string; readonly matches: string; readonly groups: string };
  readonly attributes: readonly Attribute[];
}

const attribute = (column: string, field: string, extras: Partial<Attribute> = {}): Attribute => ({
  column,
  field,
  staged: field,
  ...extras,
});
const idList = { cast: 'smallint[]', unset: `'{}'` } as const;

const organisations: Entity = {
  table: 'organisation',
  reference: 'organisation_ref',
  key: { column: 'domain', staged: 'organisation_domain' },
  otherKey: {
    field: 'organisation_name',
    matches: 'lower(t.name) = lower(r.organisation_name)',
    groups: 'lower(r.organisation_name)',
  },
  attributes: [
    attribute('name', 'organisation_name', { orKey: true }),
    attribute('website', 'organisation_website'),
  ],
};

const readers: Entity = {
  table: 'reader',
  reference: 'reader_ref',
  key: { column: 'external_id', staged: 'reader_external_id' },
  otherKey: {
    field: 'reader_email',
    matches: 'lower(t.email) = lower(r.reader_email)',
    groups: 'lower(r.reader_email)',
  },
  attributes: [
    attribute('email', 'reader_email'),
    attribute('first_name', 'reader_first_name'),
    attribute('last_name', 'reader_last_name'),
    attribute('title', 'reader_title'),
    attribute('company', 'reader_company'),
    attribute('phone', 'reader_phone'),
    attribute('address', 'reader_address'),
    attribute('city', 'reader_city'),
    attribute('state', 'reader_state'),
    attribute('linked_in', 'reader_linkedin'),
    attribute('profile_status', 'reader_profile_status'),
    attribute('client_consent', 'reader_client_consent'),
    attribute('client_consent_at', 'reader_client_consent_at'),
    attribute('newsletter_consent', 'reader_newsletter_consent'),
    attribute('country_id', 'country', { staged: 'country_ref' }),
    attribute('organisation_id', 'organisation_name', { staged: 'organisation_ref' }),
    attribute('personas', 'reader_personas', { staged: 'persona_refs', ...idList }),
  ],
};

/** Addresses are told apart by client; editorial content belongs to none. */
const documents: Entity = {
  table: 'document',
  reference: 'document_ref',
  key: { column: 'external_id', staged: 'document_external_id' },
  otherKey: {
    field: 'document_url',
    matches: 't.url = r.document_url AND (t.client_id IS NULL OR t.client_id = r.client_ref)',
    groups: 'r.document_url, r.document_client_ref',
  },
  attributes: [
    attribute('client_id', 'client', { staged: 'document_client_ref', isFixed: true }),
    attribute('community_id', 'community', { staged: 'community_ref' }),
    attribute('title', 'document_title'),
    attribute('url', 'document_url'),
    attribute('document_type_id', 'document_type', { staged: 'document_type_ref' }),
    attribute('stage_id', 'document_stage', { staged: 'stage_ref' }),
    attribute('content_type', 'document_content_type', { unset: '0' }),
    attribute('open_access', 'document_gated'),
    attribute('topics', 'document_topics', { staged: 'topic_refs', ...idList }),
    attribute('offerings', 'document_offerings', { staged: 'offering_refs', ...idList }),
    attribute('published_on', 'document_published_on'),
  ],
};

/** Everything below is about the rows of one batch; `used` tells which fields any of them has. */
type Used = ReadonlySet<string>;

const usedAttributes = ({ attributes }: Entity, used: Used): readonly Attribute[] =>
  attributes.filter(({ field, orKey }) => orKey || used.has(field));

/**
 * Where rows may name the same entity in two ways, a group by one of them lacks what the others say: the rest is filled
 * in when all rows have found their entity.
 */
const insertedAttributes = (entity: Entity, used: Used): readonly Attribute[] => {
  const { key, otherKey } = entity;
  const hasBoth = used.has(key.staged) && used.has(otherKey.field);
  const isPartOfIt = ({ field, isFixed }: Attribute) => isFixed || field === otherKey.field;
  return usedAttributes(entity, used).filter((each) => !hasBoth || isPartOfIt(each));
};

/** What the rows of a group say first (or last) about an attribute. */
const told = ({ staged, cast }: Attribute, order: 'ASC' | 'DESC' = 'ASC'): string => {
  const value = `(array_agg(r.${staged} ORDER BY r.line ${order}) FILTER (WHERE r.${staged} IS NOT NULL))[1]`;
  return cast ? `${value}::${cast}` : value;
};

const referByKey = ({ table, reference, key }: Entity): string => `
  UPDATE ${stagingTable} r SET ${reference} = t.id FROM ${table} t
  WHERE r.${reference} IS NULL AND t.${key.column} = r.${key.staged}`;

const referByOtherKey = ({ table, reference, key, otherKey }: Entity): string => `
  UPDATE ${stagingTable} q SET ${reference} = m.id
  FROM (SELECT r.line, min(t.id) AS id FROM ${stagingTable} r JOIN ${table} t ON ${otherKey.matches}
        WHERE r.${reference} IS NULL AND r.${otherKey.field} IS NOT NULL
          AND (r.${key.staged} IS NULL OR t.${key.column} IS NULL)
        GROUP BY r.line) AS m
  WHERE m.line = q.line`;

/** An entity that was known by the other key only gets the key, from the first row that has it. */
const adopt = ({ table, reference, key }: Entity): readonly string[] => [
  `UPDATE ${table} t SET ${key.column} = c.key
   FROM (SELECT DISTINCT ON (key) key, id FROM (
           SELECT DISTINCT ON (r.${reference}) r.${reference} AS id, r.${key.staged} AS key, r.line
           FROM ${stagingTable} r JOIN ${table} d ON d.id = r.${reference}
           WHERE r.${key.staged} IS NOT NULL AND d.${key.column} IS NULL ORDER BY r.${reference}, r.line) AS f
         ORDER BY key, line) AS c
   WHERE t.id = c.id`,
  `UPDATE ${stagingTable} r SET ${reference} = NULL FROM ${table} t
   WHERE t.id = r.${reference} AND r.${key.staged} IS NOT NULL AND t.${key.column} IS DISTINCT FROM r.${key.staged}`,
];

interface Group {
  readonly by: string;
  readonly key: string;
  readonly where: string;
  /** The staged rows, or more about them. */
  readonly from?: string;
}

const insert = (entity: Entity, used: Used, { by, key, where, from = stagingTable }: Group): string => {
  const attributes = insertedAttributes(entity, used);
  const columns = [entity.key.column, ...attributes.map(({ column }) => column)];
  const values = attributes.map((each) => {
    const unset = each.orKey ? key : each.unset;
    return unset ? `coalesce(${told(each)}, ${unset})` : told(each);
  });
  return `
    INSERT INTO ${entity.table} (${columns.join(', ')})
    SELECT ${[key, ...values].join(', ')}
    FROM ${from} r WHERE r.${entity.reference} IS NULL AND ${where} GROUP BY ${by} ORDER BY min(r.line)`;
};

const insertByKey = (entity: Entity, used: Used): string => {
  const key = `r.${entity.key.staged}`;
  return insert(entity, used, { by: key, key, where: `${key} IS NOT NULL` });
};

const insertByOtherKey = (entity: Entity, used: Used): string => {
  const { field, groups } = entity.otherKey;
  return insert(entity, used, { by: groups, key: 'NULL', where: `r.${field} IS NOT NULL` });
};

/** Those that the batch has without the key first, as if each row were a batch: later rows bring them the key. */
const insertBeforeKey = (entity: Entity, used: Used): string => {
  const { key, otherKey } = entity;
  const firstLine = (condition: string) =>
    `min(r.line) FILTER (WHERE r.${key.staged} ${condition}) OVER (PARTITION BY ${otherKey.groups})`;
  const from = `(SELECT r.*, ${firstLine('IS NULL')} AS first_without, ${firstLine('IS NOT NULL')} AS first_with
    FROM ${stagingTable} r)`;
  const where = `r.${key.staged} IS NULL AND r.${otherKey.field} IS NOT NULL AND r.first_without < r.first_with`;
  return insert(entity, used, { by: otherKey.groups, key: 'NULL', where, from });
};

const isUnset = ({ column, unset, orKey }: Attribute, key: string): string => {
  const empty = orKey ? `t.${key}` : unset;
  return empty ? `(t.${column} IS NULL OR t.${column} = ${empty})` : `t.${column} IS NULL`;
};

/** What is known stays; what is not is filled in. */
const fill = (entity: Entity, used: Used): string | undefined => {
  const { table, reference } = entity;
  const attributes = usedAttributes(entity, used).filter(({ isFixed }) => !isFixed);
  if (attributes.length === 0) return undefined;
  const columns = attributes.map((each) => ({
    name: each.column,
    told: `${told(each)} AS ${each.column}`,
    isUnset: isUnset(each, entity.key.column),
  }));
  const set = columns.map(
    ({ name, isUnset: empty }) =>
      `${name} = CASE WHEN ${empty} THEN coalesce(c.${name}, t.${name}) ELSE t.${name} END`,
  );
  const differ = columns.map(
    ({ name, isUnset: empty }) =>
      `(${empty} AND c.${name} IS NOT NULL AND c.${name} IS DISTINCT FROM t.${name})`,
  );
  return `
    UPDATE ${table} t SET ${set.join(', ')}
    FROM (SELECT r.${reference} AS id, ${columns.map(({ told: value }) => value).join(', ')}
          FROM ${stagingTable} r WHERE r.${reference} IS NOT NULL GROUP BY r.${reference}) AS c
    WHERE t.id = c.id AND (${differ.join(' OR ')})`;
};

const statementsFor = (entity: Entity, used: Used): readonly (string | undefined)[] => {
  const hasKey = used.has(entity.key.staged);
  const hasOther = used.has(entity.otherKey.field);
  return [
    ...(hasKey ? [referByKey(entity)] : []),
    ...(hasOther ? [referByOtherKey(entity)] : []),
    ...(hasKey && hasOther
      ? [insertBeforeKey(entity, used), referByOtherKey(entity), ...adopt(entity), referByKey(entity)]
      : []),
    ...(hasKey ? [insertByKey(entity, used), referByKey(entity)] : []),
    ...(hasOther ? [referByOtherKey(entity), insertByOtherKey(entity, used), referByOtherKey(entity)] : []),
    fill(entity, used),
  ];
};

const run = async (client: SqlClient, statements: readonly (string | undefined)[]): Promise<void> => {
  for (const statement of statements) if (statement) await client.query(statement);
};

/**
 * Finds or makes the organisations, readers and documents of the staged rows, and fills in what the rows know about
 * them and the database does not. The small dimensions have to be resolved.
 */
export const mergeEntities = async (client: SqlClient, used: Used): Promise<void> => {
  const hasOrganisation = used.has('organisation_name') || used.has('organisation_domain');
  if (hasOrganisation) await run(client, statementsFor(organisations, used));
  // Whatever names the organisation, the reader's attribute goes by the name's field.
  await run(client, statementsFor(readers, hasOrganisation ? new Set([...used, 'organisation_name']) : used));
  await run(client, statementsFor(documents, used));
};

const changes = (attributes: readonly Attribute[]) => ({
  columns: attributes.map((each) => `${told(each, 'DESC')} AS ${each.column}`),
  set: attributes.map(({ column }) => `${column} = coalesce(c.${column}, t.${column})`),
  differ: attributes.map(
    ({ column }) => `(c.${column} IS NOT NULL AND c.${column} IS DISTINCT FROM t.${column})`,
  ),
});

const documentChanges = (used: Used): string => {
  const isActive = attribute('is_active', 'document_active');
  const attributes = [
    ...usedAttributes(documents, used).filter(({ isFixed }) => !isFixed),
    ...(used.has(isActive.field) ? [isActive] : []),
  ];
  const { columns, set, differ } = changes(attributes);
  return attributes.length === 0
    ? `SELECT t.id FROM document t WHERE false`
    : `UPDATE document t SET ${set.join(', ')}
       FROM (SELECT r.document_ref AS id, ${columns.join(', ')} FROM ${stagingTable} r
             WHERE r.document_ref IS NOT NULL GROUP BY r.document_ref) AS c
       WHERE t.id = c.id AND (${differ.join(' OR ')}) RETURNING t.id`;
};

/** Documents that a batch made or changed, and lines that name none and cannot make one. */
export interface DocumentChanges {
  readonly changed: readonly number[];
  readonly unknown: readonly { readonly line: number; readonly id: string }[];
}

const idsOf = (rows: readonly Record<string, unknown>[]) => rows.map(({ id }) => id as number);

/**
 * Brings documents up to date with the staged rows, the last row about each winning. A document that is not there is
 * made when the row names its client or says that it is editorial.
 */
export const updateDocuments = async (client: SqlClient, used: Used): Promise<DocumentChanges> => {
  await client.query(referByKey(documents));
  const { rows: unknown } = await client.query(`
    DELETE FROM ${stagingTable} WHERE document_ref IS NULL AND client_ref IS NULL
      AND document_content_type IS DISTINCT FROM ${contentTypeCode.Editorial}
    RETURNING line, document_external_id AS id`);
  const { rows: added } = await client.query(`${insertByKey(documents, used)} RETURNING id`);
  await client.query(referByKey(documents));
  const { rows: updated } = await client.query(documentChanges(used));
  return {
    changed: [...new Set([...idsOf(added), ...idsOf(updated)])],
    unknown: unknown as { line: number; id: string }[],
  };
};
