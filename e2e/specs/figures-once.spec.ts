import { expect, test } from '../fixtures.ts';
import { waitForQuiet } from '../commands/network.ts';
import { listCalls } from '../commands/figures.ts';
import { rotate } from '../commands/rotation.ts';

const dashboards = [
  '/',
  '/analytics/content-overview-dashboard',
  '/analytics/most-active-companies-dashboard',
  '/analytics/most-active-readers-dashboard',
  '/performance/net-new-readers-orgs',
  '/performance/pipeline-impact',
];

// A client starts with the analyst tags of their companies, which arrive after the page.
for (const address of rotate(dashboards, { count: 2 }))
  test(`${address} requests everything once for a client who opens it without filters`, async ({
    page,
    signedIn,
  }) => {
    const sent: string[] = [];
    page.on('request', (request) => {
      const calls = listCalls(request).filter((path) => path.startsWith('/api/'));
      sent.push(...calls.map((path) => `${request.method()} ${path}`));
    });
    await signedIn('client');
    await page.goto(address);
    await waitForQuiet(page);
    expect(sent.filter((call) => call.includes('dashboard/'))).not.toEqual([]);
    expect(sent.filter((call, at) => sent.indexOf(call) !== at)).toEqual([]);
  });
