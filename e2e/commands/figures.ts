import type { APIRequestContext, Page, Request } from '@playwright/test';

const answersPath = '/api/dashboards/answers';

interface Wanted {
  readonly call: string;
  readonly params?: Readonly<Record<string, string>>;
}

export interface Answered {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

const fillPath = ({ call, params = {} }: Wanted): string =>
  call.replace(/^POST /, '').replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');

/** The addresses of the calls that a request makes: its own, or those of the figures that it asks for together. */
export const listCalls = (request: Request): string[] => {
  const { pathname, search } = new URL(request.url());
  if (pathname !== answersPath) return [`${pathname}${search}`];
  return (request.postDataJSON() as { wanted: Wanted[] }).wanted.map(fillPath);
};

/** Sends a request of the page once more, and gives the statuses of the answers to its calls. The page may not have read to their end. */
export const repeatForStatuses = async (api: APIRequestContext, sent: Request): Promise<number[]> => {
  const response = await api.post(sent.url(), {
    headers: await sent.allHeaders(),
    data: sent.postDataBuffer() ?? '',
  });
  if (new URL(sent.url()).pathname !== answersPath || !response.ok()) return [response.status()];
  const lines = (await response.text()).trimEnd().split('\n');
  return lines.map((line) => (JSON.parse(line) as Answered).status);
};

/** Changes the answers of the calls whose address matches, whether they come alone or together. */
export const replaceAnswers = async (
  page: Page,
  address: RegExp,
  replace: (answer: Answered) => Answered,
): Promise<void> => {
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const { status, body } = replace({
      status: response.status(),
      body: (await response.json()) as Answered['body'],
    });
    await route.fulfill({ response, status, json: body });
  });
  await page.route(`**${answersPath}`, async (route) => {
    const calls = listCalls(route.request());
    const response = await route.fetch();
    const lines = (await response.text())
      .trimEnd()
      .split('\n')
      .map((text) => {
        const line = JSON.parse(text) as Answered & { readonly index: number };
        return address.test(calls[line.index] ?? '') ? { index: line.index, ...replace(line) } : line;
      });
    await route.fulfill({ response, body: lines.map((line) => `${JSON.stringify(line)}\n`).join('') });
  });
};

/** The requests that figures of marketing performance come in. */
export const figureAddress = /\/api\/(marketing-performance\/|dashboards\/answers$)/;
