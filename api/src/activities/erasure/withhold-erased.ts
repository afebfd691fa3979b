import type { KeptByErasure } from '@readerlens/contract/personal-data';
import type { ErasureKey } from '../../platform/secrets.ts';
import { holdErasures, readErased } from './erased-identities.ts';
import type { ErasedIdentity, RunStatement } from './erased-identities.ts';

interface UploadedRow {
  readonly external_id: string;
  readonly email?: string | null;
  readonly link?: string | null;
}

/** The parts of an id or an address, of which one can be an e-mail, also with an encoded '@'. */
const parts = /[^\s?&=/]+/g;

const readEmail = (part: string): string | undefined => {
  try {
    const text = decodeURIComponent(part);
    return text.includes('@') ? text : undefined;
  } catch {
    return part.includes('@') ? part : undefined;
  }
};

const replaceIn = (text: string, find: (email: string) => string | undefined): string =>
  text.replaceAll(parts, (part) => {
    const email = readEmail(part);
    return (email === undefined ? undefined : find(email)) ?? part;
  });

const listEmails = (text: string): string[] =>
  (text.match(parts) ?? []).map(readEmail).filter((email) => email !== undefined);

/**
 * Replaces the e-mails of erased and restricted readers in rows of a client that are about to be stored, and in the ids of refused
 * ones. Until the transaction ends, nobody is erased or restricted.
 * @throws ErasureKeyError
 */
export const withholdErasedEmails = async <Row>(
  run: RunStatement,
  findKey: ErasureKey,
  {
    clientId,
    rows,
    refusedIds,
  }: {
    readonly clientId: number;
    readonly rows: readonly Row[];
    readonly refusedIds: readonly string[];
  },
): Promise<{ rows: readonly Row[]; refusedIds: readonly string[] }> => {
  await holdErasures(run);
  const known = rows as readonly (Row & UploadedRow)[];
  const emails = [
    ...known.flatMap(({ external_id, email, link }) => [
      ...(email ? [email] : []),
      ...listEmails(external_id),
      ...listEmails(link ?? ''),
    ]),
    ...refusedIds.flatMap(listEmails),
  ];
  const findErased = await readErased(run, findKey, { emails, externalIds: [] });
  const find = (email: string) => findErased('email', email, clientId)?.pseudonym;
  return {
    rows: known.map((row) => ({
      ...row,
      external_id: replaceIn(row.external_id, find),
      ...(row.email ? { email: find(row.email) ?? row.email } : {}),
      ...(row.link ? { link: replaceIn(row.link, find) } : {}),
    })),
    refusedIds: refusedIds.map((id) => replaceIn(id, find)),
  };
};

type Cell = unknown;

/** Columns of imports that say who somebody is or what they wrote; an erased or restricted reader has none of them. */
const alwaysWithheld = [
  'reader_first_name',
  'reader_last_name',
  'reader_full_name',
  'reader_company',
  'reader_phone',
  'reader_address',
  'reader_linkedin',
  'reader_profile_status',
  'reader_client_consent',
  'reader_client_consent_at',
  'reader_newsletter_consent',
  'specifics',
  'trackable_url_id',
];

const withheldUnlessKept: Readonly<Record<KeptByErasure, readonly string[]>> = {
  jobTitle: ['reader_title', 'reader_personas'],
  place: ['reader_city', 'reader_state', 'country'],
  organization: ['organisation_name', 'organisation_website', 'organisation_domain'],
};

/** What is sealed of a restricted reader; the rest counts on as for anybody. */
const withheldWhileRestricted = ['reader_title', 'reader_city', 'reader_state'];

const listWithheld = ({ kept, isRestricted }: ErasedIdentity): ReadonlySet<string> =>
  new Set([
    ...alwaysWithheld,
    ...(isRestricted
      ? withheldWhileRestricted
      : Object.entries(withheldUnlessKept).flatMap(([name, fields]) =>
          kept.includes(name as KeptByErasure) ? [] : fields,
        )),
  ]);

interface ImportedRow<Value> {
  readonly line: number;
  readonly cells: readonly (Value | null)[];
}

/** Finds the ids of clients by what rows call them: a name or an id. */
export type FindClients = (names: readonly string[]) => Promise<ReadonlyMap<string, number>>;

/** Costs nothing while nobody is erased for some clients only. */
const findClientsWithErasures = async (
  run: RunStatement,
  findClients: FindClients,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const [first] = await run('SELECT FROM client_erased_identity LIMIT 1', []);
  return first === undefined ? new Map() : findClients([...new Set(names)]);
};

interface ImportedRows<Value> {
  /** The fields of the cells. */
  readonly names: readonly string[];
  readonly rows: readonly ImportedRow<Value>[];
  readonly findClients: FindClients;
}

/**
 * Replaces what rows of an import say of readers who are erased or restricted for the client of the row: their e-mail and id become
 * the pseudonyms, and what names them stays away. Until the transaction ends, nobody is erased or restricted.
 * @throws ErasureKeyError
 */
export const withholdErasedReaders = async <Value extends Cell>(
  run: RunStatement,
  findKey: ErasureKey,
  { names, rows, findClients }: ImportedRows<Value>,
): Promise<readonly ImportedRow<Value | string>[]> => {
  await holdErasures(run);
  const [email, externalId, client] = [
    names.indexOf('reader_email'),
    names.indexOf('reader_external_id'),
    names.indexOf('client'),
  ];
  const read = (row: ImportedRow<Value>, index: number) => (row.cells[index] ?? null) as string | null;
  const list = (index: number) => rows.map((row) => read(row, index)).filter((value) => value !== null);
  const find = await readErased(run, findKey, { emails: list(email), externalIds: list(externalId) });
  const clients = await findClientsWithErasures(run, findClients, list(client));
  return rows.map((row) => {
    const clientId = clients.get(read(row, client) ?? '');
    const [sentEmail, sentId] = [read(row, email), read(row, externalId)];
    const byEmail = sentEmail === null ? undefined : find('email', sentEmail, clientId);
    const byId = sentId === null ? undefined : find('external-id', sentId, clientId);
    const erased = byId ?? byEmail;
    if (erased === undefined) return row;
    const withheld = listWithheld(erased);
    return {
      ...row,
      cells: row.cells.map((cell, index) => {
        if (index === email) return byEmail?.pseudonym ?? null;
        if (index === externalId) return byId?.pseudonym ?? null;
        return withheld.has(names[index] ?? '') ? null : cell;
      }),
    };
  });
};
