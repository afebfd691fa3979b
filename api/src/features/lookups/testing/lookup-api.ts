import type { CallKey } from '@readerlens/contract';
import { demoApi } from '../../../data/demo/testing/demo-api.ts';
import type { DemoApi } from '../../../data/demo/testing/demo-api.ts';
import type { Database } from '../../../platform/db/index.ts';
import type { TestResponse } from '../../../platform/testing/index.ts';
import type { Named } from '../../../people/named.ts';

export interface CallOptions {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export interface LookupApi {
  readonly api: () => DemoApi;
  /** Makes a call as a demo user, given by the part before the @. */
  readonly send: (call: CallKey, user: string, options?: CallOptions) => Promise<TestResponse>;
}

/** The API with the small demo, to test lookups. */
export const lookupApi = (db?: () => Database): LookupApi => {
  const api = demoApi(db);
  return {
    api,
    send: async (call, user, options = {}) =>
      api().call(call, { ...options, token: await api().tokenOf(`${user}@demo.example`) }),
  };
};

export const names = (data: unknown): string[] => (data as Named[]).map(({ name }) => name);
export const ids = (data: unknown): string[] => (data as Named[]).map(({ id }) => id);

/** Sorted as lookups sort names. */
export const byName = (list: readonly string[]): string[] =>
  [...list].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));

export const blinded = { 'x-readerlens-blinded': 'true' };
