import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction } from 'kysely';
import type { Schema } from './schema.ts';

type Beginning = (trx: Transaction<Schema>) => Promise<void>;

const beginnings = new AsyncLocalStorage<{ next: Beginning | undefined }>();

/** Runs work whose first transaction that commits begins with `beginning`. */
export const beginFirstTransaction = <T>(beginning: Beginning, work: () => T): T =>
  beginnings.run({ next: beginning }, work);

/** Runs a transaction that begins with what its work was given to begin with, if it is the first one. */
export const beginAsTold = async <T>(transact: (beginning: Beginning) => Promise<T>): Promise<T> => {
  const told = beginnings.getStore();
  const next = told?.next;
  if (!told || !next) return transact(async () => undefined);
  told.next = undefined;
  try {
    return await transact(next);
  } catch (error) {
    told.next = next;
    throw error;
  }
};
