import type { HttpClient } from './http-client.ts';

interface Asked {
  readonly call: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** Asks for all of these calls in one request. Throws unless each is answered. */
export const askTogether = async (
  client: HttpClient,
  filters: readonly object[],
  asked: readonly Asked[],
): Promise<void> => {
  const wanted = asked.map(({ call, params = {}, body = {} }) => ({ call, params, body }));
  const answer = await client.postForBody('/api/dashboards/answers', JSON.stringify({ filters, wanted }));
  const answered = answer.match(/^\{"index":\d+,"status":200,/gm)?.length ?? 0;
  if (answered !== asked.length) throw new Error(`${answered} of ${asked.length} calls were answered.`);
};
