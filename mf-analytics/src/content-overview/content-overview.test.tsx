import '@testing-library/jest-dom';
import { screen } from '@testing-library/react';
import { smallClient } from '../testing/answers.ts';
import { fakeForScreens } from '../testing/fake-screens.ts';
import { href } from '../testing/links.ts';
import { openScreen } from '../testing/open-screen.tsx';
import { acme, signIn } from '../testing/session.ts';
import { ContentOverviewScreen } from './content-overview.screen.tsx';

const calls = '/api/content-overview-dashboard';

const fake = fakeForScreens({
  ...smallClient,
  [`${calls}/doc-count-by-document-type`]: { data: [{ id: 'Article', name: 'Article', value: 40 }] },
  [`${calls}/doc-count-by-content-type`]: { data: [{ id: 'Editorial', name: 'Editorial', value: 42 }] },
  [`${calls}/doc-count-by-community`]: { data: [] },
  [`${calls}/top-documents-unique-readers`]: smallClient['/api/client-dashboard/top-documents'] ?? {},
});

const days = 'f=Clients:c1;DateRange:2026-01-10,2026-02-28';
const open = (query = days) =>
  openScreen(ContentOverviewScreen, {
    address: `/analytics/content-overview-dashboard?${query}`,
    path: '/analytics/content-overview-dashboard',
  });

it('shows the documents by kind, with links to their engagements', async () => {
  signIn({ companies: [acme] });
  open();
  const list = '/analytics/search?f=Clients:c1;DateRange:2026-01-10,2026-02-28';
  expect(await href('Documents with engagements: 42')).toBe(list);
  expect(await href('Article: 40 documents')).toBe(`${list};DocumentTypes:Article`);
  expect(await href('Editorial: 42 documents')).toBe(`${list};ContentType:Editorial`);
  expect(await href('Late: 12 documents')).toBe(`${list};BuyersJourneyStage:Late`);
  expect(await href('Field guide: 90 unique readers')).toBe(`${list}&documents=d1`);
  const engaged = fake.calls.find(({ path }) => path.endsWith('/activities-with-docs-count'));
  expect(engaged?.body).toMatchObject({ excludeInactiveDocs: true });
  expect(screen.getByText('No results found')).toBeVisible();
});

it('reports the failure of one chart only', async () => {
  fake.answers[`${calls}/doc-count-by-document-type`] = { status: 500, message: 'Busy.' };
  signIn({ companies: [acme] });
  open();
  expect(await screen.findByText('Busy.')).toBeVisible();
  expect(await screen.findByRole('figure', { name: 'Documents By Content Type' })).toBeVisible();
});

it('asks for a client first', async () => {
  signIn({ role: 'Internal' });
  open('');
  expect(await screen.findByRole('complementary', { name: 'Dashboard Filters' })).toBeVisible();
  expect(fake.paths().filter((path) => path.startsWith('content-overview-dashboard'))).toEqual([]);
});
