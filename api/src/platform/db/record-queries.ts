import type { CompiledQuery, Kysely, QueryExecutor } from 'kysely';
import type { Database, Schema } from './index.ts';

/** Passes calls on with the object's own `this`, which private fields need. */
const over = <T extends object>(target: T, replaced: Partial<T>): T =>
  new Proxy(target, {
    get(_, key) {
      if (Object.hasOwn(replaced, key)) return replaced[key as keyof T];
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });

/** The same database; `onQuery` hears each statement of a raw query with its parameters. */
export const recordQueries = (db: Database, onQuery: (query: CompiledQuery) => void): Database => {
  const listening = (executor: QueryExecutor): QueryExecutor =>
    over(executor, {
      executeQuery: (query) => {
        onQuery(query);
        return executor.executeQuery(query);
      },
    });
  const kysely: Kysely<Schema> = over(db.kysely, { getExecutor: () => listening(db.kysely.getExecutor()) });
  return { ...db, kysely };
};
