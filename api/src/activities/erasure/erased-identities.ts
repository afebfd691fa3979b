// Readers who were erased or are restricted: their e-mails and ids are known as keyed hashes only, and a pseudonym stands for each.
import { createHmac } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import type { Transaction } from 'kysely';
import type { KeptByErasure } from '@readerlens/contract/personal-data';
import type { Schema } from '../../platform/db/index.ts';
import type { ErasureKey } from '../../platform/secrets.ts';
import { ExplainedError } from '../../platform/explained-error.ts';

/** Runs a statement in the transaction of the caller. */
export type RunStatement = (
  text: string,
  parameters: readonly unknown[],
) => Promise<readonly Readonly<Record<string, unknown>>[]>;

export const runIn =
  (trx: Transaction<Schema>): RunStatement =>
  async (text, parameters) => {
    const { rows } = await trx.executeQuery(CompiledQuery.raw(text, [...parameters]));
    return rows as Readonly<Record<string, unknown>>[];
  };

export type IdentityKind = 'email' | 'external-id';

export interface ErasedIdentity {
  /** An address below `.invalid` (RFC 2606), or an id. */
  readonly pseudonym: string;
  /** What the erasure left, so that a later import may add it. */
  readonly kept: readonly KeptByErasure[];
  /** The reader is not erased: the values come back when the restriction is lifted. */
  readonly isRestricted: boolean;
}

/**
 * Finds the pseudonym of a value as somebody sends it for a client; undefined for a person who is neither erased nor restricted there.
 * Without a client, as for one that is new.
 */
export type FindErased = (kind: IdentityKind, value: string, clientId?: number) => ErasedIdentity | undefined;

/** There are erased or restricted readers, and the key of their hashes is missing or another one: they could not be recognized. */
export class ErasureKeyError extends ExplainedError {
  override readonly name = 'ErasureKeyError';

  constructor() {
    super(
      'Readers were erased or restricted with another ERASURE_KEY than the one of this process. Set the key of then: without it, they would come back.',
    );
  }
}

/** An arbitrary number that nothing else in the database uses. */
const erasureLock = 7_305_219;

/** Until the transaction ends, nobody is erased or restricted. Whoever stores e-mails or ids of readers holds it. */
export const holdErasures = (run: RunStatement) =>
  run(`SELECT pg_advisory_xact_lock_shared(${erasureLock})`, []);

/** Until the transaction ends, nobody else stores e-mails or ids of readers, and nobody else erases or restricts. */
export const lockErasures = (run: RunStatement) => run(`SELECT pg_advisory_xact_lock(${erasureLock})`, []);

const normalizers: Readonly<Record<IdentityKind, (value: string) => string>> = {
  email: (value) => value.trim().toLowerCase(),
  'external-id': (value) => value,
};

/** The hash of an identity, in hexadecimal. */
export const hashIdentity = (key: Uint8Array, kind: IdentityKind, value: string): string =>
  createHmac('sha256', key)
    .update(`${kind} ${normalizers[kind](value)}`)
    .digest('hex');

/** Tells keys apart without saying anything about them. */
export const printKey = (key: Uint8Array): string =>
  createHmac('sha256', key).update('key print').digest('hex').slice(0, 16);

export interface SentIdentities {
  readonly emails: readonly string[];
  readonly externalIds: readonly string[];
}

const findNobody: FindErased = () => undefined;

/**
 * Finds those of many people who are erased or restricted. Costs one small statement while nobody is.
 * @throws ErasureKeyError
 */
export const readErased = async (
  run: RunStatement,
  findKey: ErasureKey,
  { emails, externalIds }: SentIdentities,
): Promise<FindErased> => {
  const prints = await run(
    'SELECT key_print FROM erased_identity UNION SELECT key_print FROM client_erased_identity',
    [],
  );
  if (prints.length === 0) return findNobody;
  const key = findKey();
  if (key === undefined || prints.some(({ key_print }) => key_print !== printKey(key)))
    throw new ErasureKeyError();
  const hashes = [
    ...emails.map((email) => hashIdentity(key, 'email', email)),
    ...externalIds.map((id) => hashIdentity(key, 'external-id', id)),
  ];
  const rows = await run(
    `SELECT client_id, kind, encode(hash, 'hex') AS hash, pseudonym, kept, restricted_reader_id IS NOT NULL AS is_restricted
     FROM (
       SELECT NULL::integer AS client_id, kind, hash, pseudonym, kept, restricted_reader_id FROM erased_identity
       UNION ALL
       SELECT client_id, kind, hash, pseudonym, kept, restricted_reader_id FROM client_erased_identity) AS i
     WHERE hash = ANY(SELECT decode(h, 'hex') FROM unnest($1::text[]) AS h)`,
    [[...new Set(hashes)]],
  );
  const found = new Map(
    rows.map(({ client_id, kind, hash, pseudonym, kept, is_restricted }) => [
      `${(client_id ?? '') as string} ${kind as string} ${hash as string}`,
      {
        pseudonym: pseudonym as string,
        kept: kept as KeptByErasure[],
        isRestricted: is_restricted as boolean,
      },
    ]),
  );
  return (kind, value, clientId) => {
    const identity = `${kind} ${hashIdentity(key, kind, value)}`;
    // What one client must not know is gone there, whatever others know.
    return (
      (clientId === undefined ? undefined : found.get(`${clientId} ${identity}`)) ?? found.get(` ${identity}`)
    );
  };
};
