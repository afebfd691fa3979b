import type { CompiledQuery, Kysely, QueryExecutor } from 'kysely';
import type { Database, Schema } from './index.ts';

/** A proxy with replaced members. Methods are bound to the target, because private fields need it as `this`. */
const withReplaced = <T extends object>(target: T, replaced: Partial<T>): T =>
  new Proxy(target, {
    get(_, key) {
      if (Object.hasOwn(replaced, key)) return replaced[key as keyof T];
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });

/**
 * The same database, but `onQuery` is called with the statement and parameters of each raw query, and `onEnd` when it
 * is answered or failed. A statement waits for the promise that `onQuery` returns.
 */
export const recordQueries = (
  db: Database,
  onQuery: (query: CompiledQuery) => unknown,
  onEnd: () => void = () => {},
): Database => {
  const recording = (executor: QueryExecutor): QueryExecutor =>
    withReplaced(executor, {
      executeQuery: async (query) => {
        await onQuery(query);
        return executor.executeQuery(query).finally(onEnd);
      },
    });
  const kysely: Kysely<Schema> = withReplaced(db.kysely, {
    getExecutor: () => recording(db.kysely.getExecutor()),
  });
  return { ...db, kysely };
};
