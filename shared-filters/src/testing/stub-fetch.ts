type Respond = (query: URLSearchParams, body: unknown) => unknown;

/**
 * Replaces `fetch` with responses from a table, until the next test begins; an unknown path returns 404. Returns the
 * requested URLs.
 */
export const stubFetch = (responses: Readonly<Record<string, Respond>>) => {
  const requested: string[] = [];
  const aborted: string[] = [];
  const respond: typeof fetch = async (address, init = {}) => {
    const url = new URL(address instanceof Request ? address.url : address, 'https://readerlens.example');
    const name = `${url.pathname}${url.search}`;
    requested.push(name);
    init.signal?.addEventListener('abort', () => aborted.push(name));
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const data = await responses[url.pathname]?.(url.searchParams, body);
    init.signal?.throwIfAborted();
    const status = data === undefined ? 404 : 200;
    return Response.json({ success: status === 200, message: '', data }, { status });
  };
  jest.spyOn(globalThis, 'fetch').mockImplementation(respond);
  return { requested, aborted };
};
