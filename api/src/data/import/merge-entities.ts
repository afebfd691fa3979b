import { contentTypeCode } from '../../activities/codes.ts';
import type { SqlClient } from '../../platform/db/sql-pool.ts';
import { stagingTable } from './staging.ts';

/** A column of an entity that rows may fill. In SQL, `t` is the entity and `r` the staged row. */
interface Attribute {
  readonly column: string;
  /** Column of the staging table. */
  readonly staged: string;
  /** The field that fills the staged column. */
  readonly field: string;
  /** Type of the column, if it differs from the staged one. */
  readonly cast?: string;
  /** Value of the column while nothing is known; null by default. */
  readonly unset?: string;
  /** The column is not nullable: it contains the key until a value is known. */
  readonly defaultsToKey?: true;
  /** Set when the entity is created and never later. */
  readonly isSetOnce?: true;
}

/** Organizations, readers and documents: found by an external key, else by a second one, else created. */
interface Entity {
  readonly table: string;
  readonly reference: string;
  readonly key: { readonly column: string; readonly staged: string };
  /** Used only if the first key is missing on either side. */
  readonly secondKey: { readonly field: string; readonly matches: string; readonly groups: string };
  readonly attributes: readonly Attribute[];
  /** The column that lists columns to leave empty. */
  readonly removed?: string;
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
  secondKey: {
    field: 'organisation_name',
    matches: 'match_text(t.name) = match_text(r.organisation_name)',
    groups: 'match_text(r.organisation_name)',
  },
  attributes: [
    attribute('name', 'organisation_name', { defaultsToKey: true }),
    attribute('website', 'organisation_website'),
  ],
};

const readers: Entity = {
  table: 'reader',
  reference: 'reader_ref',
  key: { column: 'external_id', staged: 'reader_external_id' },
  secondKey: {
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
  removed: 'removed_columns',
};

/** Addresses are matched within a client; editorial content belongs to none. */
const documents: Entity = {
  table: 'document',
  reference: 'document_ref',
  key: { column: 'external_id', staged: 'document_external_id' },
  secondKey: {
    field: 'document_url',
    matches: 't.url = r.document_url AND (t.client_id IS NULL OR t.client_id = r.client_ref)',
    groups: 'r.document_url, r.document_client_ref',
  },
  attributes: [
    attribute('client_id', 'client', { staged: 'document_client_ref', isSetOnce: true }),
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

/** The fields that at least one row of the batch has. */
type Used = ReadonlySet<string>;

const usedAttributes = ({ attributes }: Entity, used: Used): readonly Attribute[] =>
  attributes.filter(({ field, defaultsToKey }) => defaultsToKey || used.has(field));

/**
 * If rows may identify an entity by either key, a group by one key lacks the values of the rows with the other. Those
 * are filled in after all rows have found their entity.
 */
const insertedAttributes = (entity: Entity, used: Used): readonly Attribute[] => {
  const { key, secondKey } = entity;
  const hasBoth = used.has(key.staged) && used.has(secondKey.field);
  const isInserted = ({ field, isSetOnce }: Attribute) => isSetOnce || field === secondKey.field;
  return usedAttributes(entity, used).filter((each) => !hasBoth || isInserted(each));
};

/** The first (or last) value of an attribute in the rows of a group. */
const groupValue = ({ staged, cast }: Attribute, order: 'ASC' | 'DESC' = 'ASC'): string => {
  const value = `(array_agg(r.${staged} ORDER BY r.line ${order}) FILTER (WHERE r.${staged} IS NOT NULL))[1]`;
  return cast ? `${value}::${cast}` : value;
};

const matchByKey = ({ table, reference, key }: Entity): string => `
  UPDATE ${stagingTable} r SET ${reference} = t.id FROM ${table} t
  WHERE r.${reference} IS NULL AND t.${key.column} = r.${key.staged}`;

const matchBySecondKey = ({ table, reference, key, secondKey }: Entity): string => `
  UPDATE ${stagingTable} q SET ${reference} = m.id
  FROM (SELECT r.line, min(t.id) AS id FROM ${stagingTable} r JOIN ${table} t ON ${secondKey.matches}
        WHERE r.${reference} IS NULL AND r.${secondKey.field} IS NOT NULL
          AND (r.${key.staged} IS NULL OR t.${key.column} IS NULL)
        GROUP BY r.line) AS m
  WHERE m.line = q.line`;

/** An entity that has only the second key gets the first one from the first row that has it. */
const assignKeys = ({ table, reference, key }: Entity): readonly string[] => [
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
  /** The staged rows, or a query with more columns of them. */
  readonly from?: string;
}

const insert = (entity: Entity, used: Used, { by, key, where, from = stagingTable }: Group): string => {
  const attributes = insertedAttributes(entity, used);
  const columns = [entity.key.column, ...attributes.map(({ column }) => column)];
  const values = attributes.map((each) => {
    const unset = each.defaultsToKey ? key : each.unset;
    return unset ? `coalesce(${groupValue(each)}, ${unset})` : groupValue(each);
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

const insertBySecondKey = (entity: Entity, used: Used): string => {
  const { field, groups } = entity.secondKey;
  return insert(entity, used, { by: groups, key: 'NULL', where: `r.${field} IS NOT NULL` });
};

/** Entities whose first row has no key, as if each row were a batch; later rows assign their key. */
const insertWithoutKey = (entity: Entity, used: Used): string => {
  const { key, secondKey } = entity;
  const firstLine = (condition: string) =>
    `min(r.line) FILTER (WHERE r.${key.staged} ${condition}) OVER (PARTITION BY ${secondKey.groups})`;
  const from = `(SELECT r.*, ${firstLine('IS NULL')} AS first_without, ${firstLine('IS NOT NULL')} AS first_with
    FROM ${stagingTable} r)`;
  const where = `r.${key.staged} IS NULL AND r.${secondKey.field} IS NOT NULL AND r.first_without < r.first_with`;
  return insert(entity, used, { by: secondKey.groups, key: 'NULL', where, from });
};

const isUnset = ({ column, unset, defaultsToKey }: Attribute, { key, removed }: Entity): string => {
  const empty = defaultsToKey ? `t.${key.column}` : unset;
  const isEmpty = empty ? `(t.${column} IS NULL OR t.${column} = ${empty})` : `t.${column} IS NULL`;
  return removed ? `(${isEmpty} AND '${column}' <> ALL(t.${removed}))` : isEmpty;
};

/** Fills missing values; known ones stay, and so does what somebody has removed. */
const fillMissing = (entity: Entity, used: Used): string | undefined => {
  const { table, reference } = entity;
  const attributes = usedAttributes(entity, used).filter(({ isSetOnce }) => !isSetOnce);
  if (attributes.length === 0) return undefined;
  const columns = attributes.map((each) => ({
    name: each.column,
    value: `${groupValue(each)} AS ${each.column}`,
    isUnset: isUnset(each, entity),
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
    FROM (SELECT r.${reference} AS id, ${columns.map(({ value }) => value).join(', ')}
          FROM ${stagingTable} r WHERE r.${reference} IS NOT NULL GROUP BY r.${reference}) AS c
    WHERE t.id = c.id AND (${differ.join(' OR ')})`;
};

const statementsFor = (entity: Entity, used: Used): readonly (string | undefined)[] => {
  const hasKey = used.has(entity.key.staged);
  const hasSecondKey = used.has(entity.secondKey.field);
  return [
    ...(hasKey ? [matchByKey(entity)] : []),
    ...(hasSecondKey ? [matchBySecondKey(entity)] : []),
    ...(hasKey && hasSecondKey
      ? [insertWithoutKey(entity, used), matchBySecondKey(entity), ...assignKeys(entity), matchByKey(entity)]
      : []),
    ...(hasKey ? [insertByKey(entity, used), matchByKey(entity)] : []),
    ...(hasSecondKey
      ? [matchBySecondKey(entity), insertBySecondKey(entity, used), matchBySecondKey(entity)]
      : []),
    fillMissing(entity, used),
  ];
};

const run = async (client: SqlClient, statements: readonly (string | undefined)[]): Promise<void> => {
  for (const statement of statements) if (statement) await client.query(statement);
};

/**
 * Finds or creates the organizations, readers and documents of the staged rows, and fills in their missing values. The
 * references to small dimensions must be set.
 */
export const mergeEntities = async (client: SqlClient, used: Used): Promise<void> => {
  const hasOrganisation = used.has('organisation_name') || used.has('organisation_domain');
  if (hasOrganisation) await run(client, statementsFor(organisations, used));
  // The reader's organization is an attribute of the field organisation_name, even if the row has only a domain.
  await run(client, statementsFor(readers, hasOrganisation ? new Set([...used, 'organisation_name']) : used));
  await run(client, statementsFor(documents, used));
};

const changes = (attributes: readonly Attribute[]) => ({
  columns: attributes.map((each) => `${groupValue(each, 'DESC')} AS ${each.column}`),
  set: attributes.map(({ column }) => `${column} = coalesce(c.${column}, t.${column})`),
  differ: attributes.map(
    ({ column }) => `(c.${column} IS NOT NULL AND c.${column} IS DISTINCT FROM t.${column})`,
  ),
});

const documentChanges = (used: Used): string => {
  const isActive = attribute('is_active', 'document_active');
  const attributes = [
    ...usedAttributes(documents, used).filter(({ isSetOnce }) => !isSetOnce),
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

/** Documents that a batch created or changed, and lines whose document does not exist and cannot be created. */
export interface DocumentChanges {
  readonly changed: readonly number[];
  readonly unknown: readonly { readonly line: number; readonly id: string }[];
}

const listIds = (rows: readonly Record<string, unknown>[]) => rows.map(({ id }) => id as number);

/**
 * Updates documents from the staged rows; the last row of each wins. A missing document is created if the row has a
 * client or is editorial.
 */
export const updateDocuments = async (client: SqlClient, used: Used): Promise<DocumentChanges> => {
  await client.query(matchByKey(documents));
  const { rows: unknown } = await client.query(`
    DELETE FROM ${stagingTable} WHERE document_ref IS NULL AND client_ref IS NULL
      AND document_content_type IS DISTINCT FROM ${contentTypeCode.Editorial}
    RETURNING line, document_external_id AS id`);
  const { rows: added } = await client.query(`${insertByKey(documents, used)} RETURNING id`);
  await client.query(matchByKey(documents));
  const { rows: updated } = await client.query(documentChanges(used));
  return {
    changed: [...new Set([...listIds(added), ...listIds(updated)])],
    unknown: unknown as { line: number; id: string }[],
  };
};
