// What readers, documents and organizations are called: by functions of the database, so that lists, files and mails show
// the text by which lists are sorted and searched.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

type Expression = RawBuilder<string>;
type Id = RawBuilder<unknown>;

const idIn = (table: string): Id => sql.ref(`${table}.id`);

/** The name of a reader, else the e-mail, the external id or 'Reader 123'; `id` names one that is missing. */
export const readerNameSql = (table: string, id: Id = idIn(table)): Expression => {
  const of = (column: string) => sql.ref(`${table}.${column}`);
  return sql`reader_name(${of('first_name')}, ${of('last_name')}, ${of('email')}, ${of('external_id')}, ${id})`;
};

/** The words by which a reader is looked up; has an index. */
export const readerWordsSql = (table: string): RawBuilder<unknown> => {
  const of = (column: string) => sql.ref(`${table}.${column}`);
  return sql`name_words(reader_name(${of('first_name')}, ${of('last_name')}, split_part(${of('email')}, '@', 1),
    ${of('external_id')}, ${of('id')}))`;
};

/** The title of a document, else the external id or 'Document 123'. Ids of other systems are masked in Blinded Mode. */
export const documentNameSql = (
  table: string,
  { id = idIn(table), blinded }: { readonly id?: Id; readonly blinded: boolean },
): Expression => {
  const externalId = blinded ? sql`NULL` : sql.ref(`${table}.external_id`);
  return sql`document_name(${sql.ref(`${table}.title`)}, ${externalId}, ${id})`;
};

/** The name of an organization, else the domain or 'Organization 123'; null without an id. */
export const organisationNameSql = (table: string, id: Id = idIn(table)): Expression =>
  sql`organisation_name(${sql.ref(`${table}.name`)}, ${sql.ref(`${table}.domain`)}, ${id})`;
