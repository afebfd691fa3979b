import { screen } from '@testing-library/react';
import { EngagementsSearchScreen } from '../engagements-search/engagements-search.screen.tsx';
import type { EngagementRow } from '../engagements-search/search.queries.ts';
import { detail } from './engagements.ts';
import { startFakeApi } from './fake-api.ts';
import { closeScreens, openScreen } from './open-screen.tsx';
import type { OpenedAt } from './open-screen.tsx';

export const searchPath = '/api/analytics/search';

const servers: (() => Promise<void>)[] = [];

/** Responds with the requested page of these rows. */
const buildPage =
  (rows: readonly EngagementRow[]) =>
  ({ page = 1, size = 50 }: { page?: number; size?: number }) => ({
    items: rows.slice((page - 1) * size, page * size),
    total: rows.length,
    page,
    pageSize: size,
  });

/** A fake server that returns these activities for every search. */
export const startSearchServer = async (rows: readonly EngagementRow[]) => {
  const fake = await startFakeApi();
  Object.assign(fake.answers, {
    [searchPath]: { answerData: buildPage(rows) },
    '/api/client-dashboard/stats': {
      data: { totalLeads: rows.length, uniquePeople: 7, uniqueDocs: 3 },
    },
    '/api/analytics/search-details/Engagement/1': { data: detail(1) },
    '/api/common-lookup/onlines': { data: [] },
    '/api/default-columns/u1': { data: [] },
  });
  servers.push(fake.stop);
  return fake;
};

/** Renders the screen, by default with the search of one client. */
export const openSearch = ({
  address = '/analytics/search?f=Clients:c1',
  offers,
}: Partial<Pick<OpenedAt, 'address' | 'offers'>> = {}) =>
  openScreen(EngagementsSearchScreen, { address, path: '/analytics/search', offers });

/** Unmounts the screens and stops the servers. */
export const closeSearch = async () => {
  await closeScreens();
  for (const stop of servers.splice(0)) await stop();
};

export const button = (name: string | RegExp) => screen.getByRole('button', { name });
export const box = (name: string) => screen.getByRole('checkbox', { name });

/** Waits for the checkbox of an activity, by default the first. */
export const ready = (name = 'Select Reader 1, Guide 1') => screen.findByRole('checkbox', { name });
