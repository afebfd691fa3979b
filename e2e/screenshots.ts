import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { chromium, request } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import type { Account } from './commands/accounts.ts';
import { clients } from './commands/accounts.ts';
import { fetchToken } from './commands/api.ts';
import { settle } from './commands/axe.ts';
import { linkTo } from './commands/dashboard.ts';
import { trackRequests } from './commands/network.ts';
import { searchLink } from './commands/search.ts';
import { startWith } from './commands/session.ts';
import { accountPage } from './pages/account.page.ts';
import { wizardPage } from './pages/alerts.page.ts';
import { chart, choose } from './pages/chart.page.ts';
import { filterPanel } from './pages/filter-panel.page.ts';
import { activityPage } from './pages/individual-activity.page.ts';
import { openRun, runPage } from './pages/notifications.page.ts';
import { publicPage } from './pages/public.page.ts';
import { openReportRun, reportConfigPage, reportRunPage } from './pages/reports.page.ts';
import { reviewPage } from './pages/review.page.ts';
import { waitForResults, searchPage } from './pages/search.page.ts';
import { shell, toggleBlinded } from './pages/shell.page.ts';

/** A screenshot: account, path, and actions before it is taken. */
interface Screen {
  name: string;
  as?: Account;
  path: string;
  /** Captures the full page instead of the window. */
  fullPage?: boolean;
  tour?: boolean;
  reach?: (page: Page) => Promise<unknown>;
}

const oneClient = linkTo({ clients: [clients.aurelis.id], relative: '-1y' });
const popular = 'Engagements By Source';
const requests = searchLink({
  clients: [clients.kestrowel.id],
  relative: '-90d',
  types: ['CustomerRequest'],
});

/** Opens the details or specifics of the first activity of a search. */
const openOfFirst = async (page: Page, name: 'Details' | 'Specifics') => {
  await waitForResults(page);
  await page
    .getByRole('button', { name: new RegExp(`^${name} of `) })
    .first()
    .click();
};

const openSpecifics = async (page: Page) => {
  await openOfFirst(page, 'Specifics');
  await page.getByRole('dialog', { name: 'Specifics' }).waitFor();
};

const openFirst = async (page: Page) => {
  await openOfFirst(page, 'Details');
  await page.getByRole('link', { name: 'Open activity' }).click();
  await activityPage(page).panel('Reader Details').waitFor();
};

const shareFirst = async (page: Page) => {
  await openFirst(page);
  await activityPage(page).share.click();
  await activityPage(page).message.waitFor();
};

const openColumns = async (page: Page) => {
  await waitForResults(page);
  await searchPage(page).download.click();
  await searchPage(page).entry('Setup Export Columns').click();
  await searchPage(page).selectedColumns.first().waitFor();
};

const screens: Screen[] = [
  { name: 'login', path: '/login' },
  { name: 'login-problems', path: '/login', reach: (page) => publicPage(page).logIn.click() },
  { name: 'login-refused', path: '/login?refused=account' },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'error', path: '/error?statusCode=403&statusText=Forbidden&message=No+access+to+this+client' },
  { name: 'not-found', as: 'client', path: '/no/such/page' },
  { name: 'overview', as: 'client', path: '/', fullPage: true },
  { name: 'overview-compared', as: 'client', path: '/?compare=previous' },
  {
    name: 'overview-empty',
    as: 'internal',
    path: linkTo({ clients: [clients.quietharbor.id], relative: '-1y' }),
  },
  { name: 'documents', as: 'client', path: '/?view=documents', fullPage: true },
  { name: 'chart-menu', as: 'client', path: '/', reach: (page) => chart(page, popular).menu.click() },
  {
    name: 'chart-colors',
    as: 'client',
    path: '/',
    reach: (page) => choose(chart(page, popular), 'Configure Chart Colors'),
  },
  {
    name: 'chart-rename',
    as: 'client',
    path: '/',
    reach: (page) => choose(chart(page, popular), 'Rename Chart'),
  },
  { name: 'filters', as: 'internal', path: '/' },
  {
    name: 'filters-options',
    as: 'internal',
    path: '/',
    reach: async (page) => {
      await page.getByRole('combobox', { name: /^Clients/ }).click();
      await page.getByRole('listbox').getByRole('option').first().waitFor();
    },
  },
  {
    name: 'filters-problems',
    as: 'internal',
    path: '/',
    reach: (page) => page.getByRole('button', { name: 'See results' }).click(),
  },
  {
    name: 'filters-end',
    as: 'internal',
    path: oneClient,
    reach: async (page) => {
      await page.getByRole('button', { name: /^Filters/ }).click();
      await filterPanel(page).matches.waitFor();
      await filterPanel(page).panel.getByRole('heading', { level: 3 }).last().scrollIntoViewIfNeeded();
    },
  },
  { name: 'search', as: 'client', path: '/analytics/search', reach: waitForResults },
  { name: 'search-empty', as: 'client', path: '/analytics/search?query=zzzzzz', reach: waitForResults },
  { name: 'search-details', as: 'client', path: requests, reach: (page) => openOfFirst(page, 'Details') },
  { name: 'search-specifics', as: 'client', path: requests, reach: openSpecifics },
  {
    name: 'search-selection',
    as: 'client',
    path: requests,
    reach: async (page) => {
      await waitForResults(page);
      await page
        .getByRole('checkbox', { name: /^Select / })
        .first()
        .check();
    },
  },
  { name: 'search-columns', as: 'client', path: requests, reach: openColumns },
  { name: 'activity', as: 'client', path: requests, fullPage: true, reach: openFirst },
  { name: 'share', as: 'internal', path: requests, reach: shareFirst },
  {
    name: 'share-preview',
    as: 'internal',
    path: requests,
    reach: async (page) => {
      await shareFirst(page);
      await activityPage(page).preview.click();
      await activityPage(page).mail.locator('body').waitFor();
    },
  },
  { name: 'admin-menu', as: 'admin', path: oneClient, reach: (page) => shell(page).adminMenu.click() },
  {
    name: 'log-in-as',
    as: 'admin',
    path: oneClient,
    reach: async (page) => {
      await shell(page).adminMenu.click();
      await shell(page).logInAsItem.click();
    },
  },
  { name: 'notifications', as: 'admin', path: '/notifications/dashboard' },
  {
    name: 'notification-run',
    as: 'internal',
    path: '/no-page',
    fullPage: true,
    reach: (page) => openRun(page, 'Accounts that are warming up'),
  },
  {
    name: 'notification-parameters',
    as: 'internal',
    path: '/no-page',
    reach: async (page) => {
      await openRun(page, 'Accounts that are warming up');
      await runPage(page).tool('Notification Parameters').click();
      await runPage(page).parameters.getByRole('table').waitFor();
    },
  },
  { name: 'area-health', as: 'internal', path: '/admin/area-health', fullPage: true },
  { name: 'review', as: 'reviewer', path: '/review-activities' },
  {
    name: 'review-selection',
    as: 'reviewer',
    path: '/review-activities',
    reach: (page) => page.getByRole('checkbox', { name: /^Select (all on this )?page$/ }).check(),
  },
  {
    name: 'review-filters-problems',
    as: 'reviewer',
    path: '/review-activities',
    reach: async (page) => {
      const { editFilters, field, seeResults } = reviewPage(page);
      await editFilters.click();
      await field('From Date').fill('');
      await seeResults.click();
    },
  },
  {
    name: 'review-decisions',
    as: 'reviewer',
    path: '/review-activities',
    reach: (page) => reviewPage(page).openDecisions.click(),
  },
  { name: 'users', as: 'sysadmin', path: '/admin/users' },
  { name: 'users-empty', as: 'sysadmin', path: '/admin/users?query=no-such-user' },
  { name: 'new-user', as: 'admin', path: '/admin/user/', fullPage: true },
  {
    name: 'new-user-problems',
    as: 'admin',
    path: '/admin/user/',
    reach: (page) => accountPage(page).save.click(),
  },
  { name: 'invite-users', as: 'admin', path: '/admin/users/invite' },
  { name: 'audit-log', as: 'sysadmin', path: '/admin/audit-log' },
  { name: 'account', as: 'admin', path: '/admin/user/4', fullPage: true },
  { name: 'saved-searches', as: 'admin', path: '/admin/user/4?active=Filters' },
  { name: 'new-search', as: 'admin', path: '/admin/savedsearch/4', fullPage: true },
  { name: 'default-columns', as: 'admin', path: '/admin/user/4?active=Columns', fullPage: true },
  { name: 'alerts', as: 'sysadmin', path: '/notifications/search' },
  { name: 'alerts-empty', as: 'sysadmin', path: '/notifications/search?query=no-such-alert' },
  { name: 'new-alert', as: 'sysadmin', path: '/notification/new/1' },
  {
    name: 'new-alert-problems',
    as: 'sysadmin',
    path: '/notification/new/1',
    reach: (page) => wizardPage(page).proceed.click(),
  },
  { name: 'reports', as: 'admin', path: '/dissemination-contact/dashboard' },
  { name: 'reports-empty', as: 'admin', path: '/dissemination-contact/dashboard?query=no-such-contact' },
  {
    name: 'report-run',
    as: 'admin',
    path: '/no-page',
    fullPage: true,
    reach: (page) => openReportRun(page, 'Noor Haddad'),
  },
  {
    name: 'report-parameters',
    as: 'admin',
    path: '/no-page',
    reach: async (page) => {
      await openReportRun(page, 'Noor Haddad');
      await reportRunPage(page).tool('Report Parameters').click();
      await reportRunPage(page).parameters.waitFor();
    },
  },
  { name: 'report-configurations', as: 'admin', path: '/dissemination-contacts' },
  {
    name: 'new-report-problems',
    as: 'admin',
    path: '/dissemination-contacts',
    fullPage: true,
    reach: async (page) => {
      await reportConfigPage(page).newReport.click();
      await reportConfigPage(page).save.click();
    },
  },
  { name: 'my-profile', as: 'client', path: '/admin/user/4' },
  { name: 'blinded', as: 'internal', path: oneClient, reach: toggleBlinded },
  {
    name: 'support',
    as: 'client',
    path: '/',
    reach: (page) => page.getByRole('button', { name: 'Support', exact: true }).click(),
  },
  {
    name: 'tour-offer',
    as: 'premium',
    path: '/',
    tour: true,
    reach: (page) => page.getByRole('region', { name: 'Product tour' }).waitFor(),
  },
  {
    name: 'tour-step',
    as: 'premium',
    path: '/',
    tour: true,
    reach: (page) => page.getByRole('button', { name: 'Start', exact: true }).click(),
  },
];

const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ].map((viewport) => ({ colorScheme, viewport })),
);
type Look = (typeof looks)[number];

const buildPath = (folder: string, { name }: Screen, { colorScheme, viewport }: Look) =>
  path.join(folder, `${name}-${viewport.width}-${colorScheme}.png`);

const capture = async (page: Page, screen: Screen, file: string) => {
  await page.goto(screen.path);
  await settle(page);
  await screen.reach?.(page);
  await settle(page);
  await page.screenshot({ path: file, fullPage: screen.fullPage ?? false });
};

const captureAll = async (browser: Browser, baseURL: string, folder: string, names: string[], look: Look) => {
  const api = await request.newContext({ baseURL });
  const chosen = screens.filter(({ name }) => names.length === 0 || names.includes(name));
  for (const screen of chosen) {
    const context = await browser.newContext({
      baseURL,
      ...look,
      locale: 'en-US',
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
    });
    trackRequests(context);
    const page = await context.newPage();
    if (screen.as) await startWith(page, await fetchToken(api, screen.as), { tour: screen.tour ?? false });
    await capture(page, screen, buildPath(folder, screen, look));
    await context.close();
  }
  await api.dispose();
};

/**
 * `node screenshots.ts BASE_URL OUT_DIR [NAME...]`: captures these screens, by default all, in all sizes and color
 * schemes, with demo data.
 */
const main = async ([baseURL, folder, ...names]: string[]) => {
  if (!baseURL || !folder) throw new Error('Usage: node screenshots.ts BASE_URL OUT_DIR [NAME...]');
  await mkdir(folder, { recursive: true });
  const executablePath = process.env.CHROMIUM;
  const browser = await chromium.launch({
    args: ['--no-sandbox'],
    ...(executablePath ? { executablePath } : {}),
  });
  try {
    for (const look of looks) await captureAll(browser, baseURL, folder, names, look);
  } finally {
    await browser.close();
  }
};

await main(process.argv.slice(2));
