import type { CallKey } from '@readerlens/contract';
import { demoApi } from '../../dashboard/testing/demo-api.ts';
import type { DemoApi } from '../../dashboard/testing/demo-api.ts';
import type { Database } from '../../platform/db/index.ts';
import type { TestAnswer } from '../../platform/testing/index.ts';
import type { Named } from '../named.ts';

export interface Asked {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export interface LookupApi {
  readonly api: () => DemoApi;
  /** Makes a call as a demo user, who goes by what stands before the @. */
  readonly ask: (call: CallKey, user: string, asked?: Asked) => Promise<TestAnswer>;
}

/** The API over the small demo, to ask for lookups. */
export const lookupApi = (db?: () => Database): LookupApi => {
  const api = demoApi(db);
  return {
    api,
    ask: async (call, user, asked = {}) =>
      api().call(call, { ...asked, token: await api().tokenOf(`${user}@demo.example`) }),
  };
};

export const names = (data: unknown): string[] => (data as Named[]).map(({ name }) => name);
export const ids = (data: unknown): string[] => (data as Named[]).map(({ id }) => id);

/** In the order in which lookups answer names. */
export const byName = (list: readonly string[]): string[] =>
  [...list].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));

export const blinded = { 'x-readerlens-blinded': 'true' };
