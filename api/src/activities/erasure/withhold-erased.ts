import type { KeptByErasure } from '@readerlens/contract/personal-data';
import type { ErasureKey } from '../../platform/secrets.ts';
import { holdErasures, readErased } from './erased-identities.ts';
import type { ErasedIdentity, FindErased, RunStatement } from './erased-identities.ts';

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

const replaceIn = (text: string, find: FindErased): string =>
  text.replaceAll(parts, (part) => {
    const email = readEmail(part);
    return (email === undefined ? undefined : find('email', email)?.pseudonym) ?? part;
  });

const listEmails = (text: string): string[] =>
  (text.match(parts) ?? []).map(readEmail).filter((email) => email !== undefined);

/**
 * Replaces the e-mails of erased and restricted readers in rows that are about to be stored, and in the ids of refused ones. Until
 * the transaction ends, nobody is erased or restricted.
 * @throws ErasureKeyError
 */
export const withholdErasedEmails = async <Row>(
  run: RunStatement,
  findKey: ErasureKey,
  { rows, refusedIds }: { readonly rows: readonly Row[]; readonly refusedIds: readonly string[] },
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
  const find = await readErased(run, findKey, { emails, externalIds: [] });
  return {
    rows: known.map((row) => ({
      ...row,
      external_id: replaceIn(row.external_id, find),
      ...(row.email ? { email: find('email', row.email)?.pseudonym ?? row.email } : {}),
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

/**
 * Replaces what rows of an import say of erased and restricted readers: their e-mail and id become the pseudonyms, and what names
 * them stays away. `names` are the fields of the cells. Until the transaction ends, nobody is erased or restricted.
 * @throws ErasureKeyError
 */
export const withholdErasedReaders = async <Value extends Cell>(
  run: RunStatement,
  findKey: ErasureKey,
  { names, rows }: { readonly names: readonly string[]; readonly rows: readonly ImportedRow<Value>[] },
): Promise<readonly ImportedRow<Value | string>[]> => {
  await holdErasures(run);
  const [email, externalId] = [names.indexOf('reader_email'), names.indexOf('reader_external_id')];
  const read = (row: ImportedRow<Value>, index: number) => (row.cells[index] ?? null) as string | null;
  const list = (index: number) => rows.map((row) => read(row, index)).filter((value) => value !== null);
  const find = await readErased(run, findKey, { emails: list(email), externalIds: list(externalId) });
  return rows.map((row) => {
    const [sentEmail, sentId] = [read(row, email), read(row, externalId)];
    const byEmail = sentEmail === null ? undefined : find('email', sentEmail);
    const byId = sentId === null ? undefined : find('external-id', sentId);
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
