export interface SentRequest {
  /** 'METHOD /path'. */
  call: string;
  headers: Headers;
  body: unknown;
  keepalive: boolean;
}

/**
 * Responds to `fetch` within the page until the next test begins, so that a test on a fake clock needs no network. Returns
 * the requests.
 */
export const recordFetch = (answer: () => Response = () => Response.json({ success: true, data: null })) => {
  const requests: SentRequest[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init = {}) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin);
    requests.push({
      call: `${init.method ?? 'GET'} ${pathname}`,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      keepalive: init.keepalive ?? false,
    });
    return answer();
  });
  return requests;
};
