import type { EngagementRow } from '@readerlens/contract';
import type { TestApi } from '../../../platform/testing/index.ts';

export interface SearchPage {
  readonly items: readonly EngagementRow[];
  readonly total: number;
  readonly page: number;
  readonly pageSize: number;
}

export const ofClients = (...ids: number[]) => ({
  field: 'Clients',
  value: ids.map((id) => ({ id: String(id) })),
});

export const blindedHeaders = { 'x-readerlens-blinded': 'true' };

/** One page of a search that must succeed. */
export const searchPage = async (
  api: TestApi,
  token: string,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<SearchPage> => {
  const { status, body: answer } = await api.call('POST /api/analytics/search', {
    token,
    headers,
    body: { filters: [], ...body },
  });
  expect([status, answer.message]).toEqual([200, '']);
  const { items, total, page, pageSize } = answer as unknown as SearchPage;
  expect(answer.data).toEqual({ items, total, page, pageSize });
  return { items, total, page, pageSize };
};

/** The items of all pages, read in sequence. */
export const searchAllPages = async (
  api: TestApi,
  token: string,
  body: Record<string, unknown>,
  headers?: Record<string, string>,
): Promise<EngagementRow[]> => {
  const { items, total, pageSize } = await searchPage(api, token, body, headers);
  const all = [...items];
  for (let page = 2; page <= Math.ceil(total / pageSize); page += 1)
    all.push(...(await searchPage(api, token, { ...body, page }, headers)).items);
  expect(all).toHaveLength(total);
  return all;
};
