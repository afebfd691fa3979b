/**
 * Answers requests with one call of `work`. If it fails, each request is repeated on its own, so that only those fail that
 * are the reason. `work` must leave nothing behind when it fails.
 */
export const settleAll = async <Request, Answer>(
  requests: readonly Request[],
  work: (requests: readonly Request[]) => Promise<readonly Answer[]>,
): Promise<PromiseSettledResult<Answer>[]> => {
  if (requests.length === 0) return [];
  const [all] = await Promise.allSettled([work(requests)]);
  if (all.status === 'fulfilled') return all.value.map((value) => ({ status: 'fulfilled', value }));
  if (requests.length === 1) return [all];
  const results: PromiseSettledResult<Answer>[] = [];
  for (const request of requests) results.push(...(await settleAll([request], work)));
  return results;
};
