import type { CompiledQuery, Kysely, QueryExecutor, QueryResult } from 'kysely';
import type { Schema } from './schema.ts';

/** Answers a statement; `execute` has it answered by the database. */
export type Interceptor = (
  query: CompiledQuery,
  execute: () => Promise<QueryResult<unknown>>,
) => Promise<QueryResult<unknown>>;

/** A proxy with replaced members. Methods are bound to the target, because private fields need it as `this`. */
const withReplaced = <T extends object>(target: T, replaced: Partial<T>): T =>
  new Proxy(target, {
    get(_, key) {
      if (Object.hasOwn(replaced, key)) return replaced[key as keyof T];
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });

/** The same database, but `intercept` answers each raw query. */
export const interceptQueries = (kysely: Kysely<Schema>, intercept: Interceptor): Kysely<Schema> => {
  const intercepted = (executor: QueryExecutor): QueryExecutor =>
    withReplaced(executor, {
      executeQuery: ((query: CompiledQuery) =>
        intercept(query, () => executor.executeQuery(query))) as QueryExecutor['executeQuery'],
    });
  return withReplaced(kysely, { getExecutor: () => intercepted(kysely.getExecutor()) });
};
