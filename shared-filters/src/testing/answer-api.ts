type Answer = (query: URLSearchParams, body: unknown) => unknown;

/** Answers calls of the API from a table; a path that is missing is a 404. Returns the addresses that were asked. */
export const answerApi = (answers: Readonly<Record<string, Answer>>) => {
  const asked: string[] = [];
  const aborted: string[] = [];
  const answer = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(address, 'https://readerlens.example');
    const name = `${url.pathname}${url.search}`;
    asked.push(name);
    init.signal?.addEventListener('abort', () => aborted.push(name));
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const data = await answers[url.pathname]?.(url.searchParams, body);
    init.signal?.throwIfAborted();
    const status = data === undefined ? 404 : 200;
    return Response.json({ success: status === 200, message: '', data }, { status });
  };
  Object.defineProperty(globalThis, 'fetch', { configurable: true, writable: true, value: answer });
  return { asked, aborted };
};
