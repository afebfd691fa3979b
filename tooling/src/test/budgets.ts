/** CPU seconds, and why so many. */
export interface Exception {
  readonly seconds: number;
  readonly reason: string;
  /** A test file that runs on one day of three: it tries one thing in many ways, whose main story a browser test or a lighter file tells each day. */
  readonly takesTurns?: true;
}

export interface Budgets {
  /** Of a test file. */
  readonly file: number;
  /** Of a browser test, the browser included. */
  readonly browserTest: number;
  /** Of a browser test that visits many states to see how they look. */
  readonly looksTest: number;
  /** Of a whole run of `npm test`, database server included. */
  readonly total: number;
  /** The sum of the unit tests of a package; as much as one file without an entry. */
  readonly packages: Readonly<Record<string, number>>;
  /** Test files, and specs of browser tests, that may use more. */
  readonly exceptions: Readonly<Record<string, Exception>>;
}

/**
 * What the tests may use, in CPU seconds of the machine that `computeSlowness` refers to. Waiting is no work, so a busy machine
 * changes little. Raise one only with a reason; new areas bring a package of their own and a share of the total.
 */
export const budgets: Budgets = {
  file: 10,
  browserTest: 5,
  looksTest: 20,
  total: 2300, // 350 of them for onboarding and marketing performance, 50 for an area of another team, 20 for the package
  packages: {
    api: 450, // 50 of them for three walks over all calls, 80 for uploads, set-up, downloads and opportunities
    'mf-admin': 65,
    'mf-alerts': 40,
    'mf-analytics': 100,
    'mf-onboarding': 20,
    'mf-review': 65,
    'shared-filters': 60,
    'shared-ui': 25,
    shell: 50,
    tooling: 155, // 65 of them for the area kit and the commands of deploys, on their day
  },
  exceptions: {
    'api/src/access.test.ts': { seconds: 19, reason: 'every call of the contract with every role and claim' },
    'api/src/backup.test.ts': {
      seconds: 24,
      reason: 'loads the demo, backs it up, and restores it on the other engine',
      takesTurns: true,
    },
    'api/src/data/import/killed-import.test.ts': {
      seconds: 17,
      reason: 'four processes, each with an engine',
      takesTurns: true,
    },
    'api/src/data/demo/demo.test.ts': {
      seconds: 13,
      reason: 'makes the demo data of every size',
      takesTurns: true,
    },
    'api/src/features/administration/permission-matrix.test.ts': {
      seconds: 9,
      reason: 'every action of every role',
    },
    'api/src/features/alerts/run/alert-job.test.ts': {
      seconds: 20,
      reason: 'mails with files',
      takesTurns: true,
    },
    'api/src/features/alerts/run/killed-alert-workers.test.ts': {
      seconds: 12,
      reason: 'kills four processes',
      takesTurns: true,
    },
    'api/src/features/explorer/activity-pages.test.ts': {
      seconds: 12,
      reason: '10,000 rows during an import',
      takesTurns: true,
    },
    'api/src/features/explorer/export-run.test.ts': {
      seconds: 32,
      reason: 'exports that fill the buffers of their readers, on both engines',
      takesTurns: true,
    },
    'api/src/features/explorer/generated-filters.test.ts': {
      seconds: 9,
      reason: '160 random filters, each compared with all rows',
      takesTurns: true,
    },
    'api/src/features/figures/dashboards-agree.test.ts': {
      seconds: 22,
      reason: 'every dashboard with every filter; more on the embedded engine',
      takesTurns: true,
    },
    'api/src/features/marketing/page-mails/page-mails.test.ts': {
      seconds: 16,
      reason: 'mails of all pages with their files',
      takesTurns: true,
    },
    'api/src/features/marketing/repeated-reads.test.ts': {
      seconds: 14,
      reason: 'loads the demo and explains the statements of all pages',
      takesTurns: true,
    },
    'api/src/features/figures/tenant-walk.test.ts': {
      seconds: 15,
      reason: 'every call with every role; more on the embedded engine',
      takesTurns: true,
    },
    'api/src/features/marketing/upload-kinds.test.ts': {
      seconds: 20,
      reason: 'every kind of upload, each file in a thread, on both engines',
      takesTurns: true,
    },
    'api/src/blinded-texts.test.ts': { seconds: 24, reason: 'every call of the contract, some with files' },
    'api/src/erased-figures.test.ts': {
      seconds: 20,
      reason: 'every call that reads by four people, before and after an erasure, with files',
      takesTurns: true,
    },
    'api/src/others-things.test.ts': { seconds: 9, reason: 'every call of the contract by a stranger' },
    'api/src/main.test.ts': { seconds: 24, reason: 'starts the server ten times', takesTurns: true },
    'api/src/platform/db/data-directory.test.ts': {
      seconds: 24,
      reason: 'creates and kills databases on disk',
      takesTurns: true,
    },
    'api/src/platform/files/files.test.ts': {
      seconds: 15,
      reason: 'on disk and on S3, on both engines',
      takesTurns: true,
    },
    'api/src/subject-names.test.ts': { seconds: 14, reason: 'every output that names someone, with files' },
    'api/src/visible-fields.test.ts': { seconds: 24, reason: 'every field of every call for most viewers' },
    'mf-admin/src/new-user/new-user.test.tsx': {
      seconds: 13,
      reason: 'fills forms of twelve fields',
      takesTurns: true,
    },
    'mf-analytics/src/engagements-search/engagements-search.test.tsx': {
      seconds: 25,
      reason: 'renders the whole search page in each test',
      takesTurns: true,
    },
    'mf-analytics/src/individual-activity/share/share.test.tsx': {
      seconds: 14,
      reason: 'a rich text editor',
      takesTurns: true,
    },
    'mf-analytics/src/performance-overview/chart-notes.test.tsx': {
      seconds: 15,
      reason: 'renders the dashboard in each test',
      takesTurns: true,
    },
    'mf-analytics/src/performance-overview/performance-overview.test.tsx': {
      seconds: 15,
      reason: 'renders the dashboard in each test',
      takesTurns: true,
    },
    'mf-review/src/decisions/decisions.test.tsx': {
      seconds: 16,
      reason: 'a page of rows, decided one by one',
      takesTurns: true,
    },
    'mf-review/src/filter/filter-panel.test.tsx': {
      seconds: 13,
      reason: 'all fields of the filter panel',
      takesTurns: true,
    },
    'shared-filters/src/panel/kinds.test.tsx': {
      seconds: 17,
      reason: 'all kinds of fields',
      takesTurns: true,
    },
    'tooling/src/deploy/commands.test.ts': {
      seconds: 24,
      reason: 'each command in its own process',
      takesTurns: true,
    },
    'tooling/src/kit/kit.test.ts': {
      seconds: 40,
      reason: 'builds the area kit, and an area with it three times; each command in its own process',
      takesTurns: true,
    },
    'api/src/data/demo/alerts.test.ts': {
      seconds: 8,
      reason: 'evaluates the past runs of the demo',
      takesTurns: true,
    },
    'api/src/data/import/import-rejections.test.ts': {
      seconds: 6,
      reason: 'many kinds of wrong rows',
      takesTurns: true,
    },
    'api/src/data/import/run-import.test.ts': {
      seconds: 6,
      reason: 'each import in a process',
      takesTurns: true,
    },
    'api/src/features/activity-reports/exactly-once.test.ts': {
      seconds: 6,
      reason: '40 random weeks',
      takesTurns: true,
    },
    'api/src/features/activity-reports/killed-report-workers.test.ts': {
      seconds: 9,
      reason: 'kills processes',
      takesTurns: true,
    },
    'api/src/features/explorer/counts-agree.test.ts': {
      seconds: 10,
      reason: 'every count with the list behind it',
      takesTurns: true,
    },
    'api/src/features/explorer/export-pdf.test.ts': {
      seconds: 5,
      reason: 'reads what it writes',
      takesTurns: true,
    },
    'api/src/features/explorer/export-pdf-scripts.test.ts': {
      seconds: 5,
      reason: 'lays out many scripts',
      takesTurns: true,
    },
    'api/src/features/explorer/heavy-use.test.ts': {
      seconds: 6,
      reason: 'many users at once',
      takesTurns: true,
    },
    'api/src/features/figures/answers.test.ts': {
      seconds: 10,
      reason: 'every figure in one call and alone',
      takesTurns: true,
    },
    'api/src/features/figures/numbers-agree.test.ts': {
      seconds: 12,
      reason: 'random walks over figures, lists and files',
      takesTurns: true,
    },
    'api/src/features/figures/packed-figures.test.ts': {
      seconds: 15,
      reason: 'every figure counted twice',
      takesTurns: true,
    },
    'api/src/features/onboarding/downloads.test.ts': {
      seconds: 6,
      reason: 'packs large archives',
      takesTurns: true,
    },
    'api/src/features/onboarding/dropped-uploads.test.ts': {
      seconds: 5,
      reason: 'uploads that end early',
      takesTurns: true,
    },
    'api/src/features/onboarding/killed-uploads.test.ts': {
      seconds: 10,
      reason: 'kills servers during uploads',
      takesTurns: true,
    },
    'api/src/features/onboarding/uploads.test.ts': {
      seconds: 10,
      reason: 'whole files, chunk by chunk',
      takesTurns: true,
    },
    'api/src/features/personal-data/erase.test.ts': {
      seconds: 8,
      reason: 'writes to every registered column',
      takesTurns: true,
    },
    'api/src/features/personal-data/restrict.test.ts': {
      seconds: 10,
      reason: 'writes to every registered column',
      takesTurns: true,
    },
    'api/src/features/session/oidc/oidc.test.ts': {
      seconds: 6,
      reason: 'many sign-ins by a provider',
      takesTurns: true,
    },
    'api/src/features/sharing/share.test.ts': {
      seconds: 8,
      reason: 'mails with files',
      takesTurns: true,
    },
    'api/src/outputs/export/read-rows.test.ts': {
      seconds: 6,
      reason: 'several batches of rows',
      takesTurns: true,
    },
    'api/src/platform/jobs/schedules.test.ts': {
      seconds: 12,
      reason: 'every slot of a year, on both engines',
      takesTurns: true,
    },
    'api/src/workers.test.ts': {
      seconds: 7,
      reason: 'starts processes',
      takesTurns: true,
    },
    'mf-admin/src/activity-reports/editor/report-config.test.tsx': {
      seconds: 7,
      reason: 'fills a long form',
      takesTurns: true,
    },
    'mf-admin/src/profile/profile.test.tsx': {
      seconds: 9,
      reason: 'renders all tabs of the page',
      takesTurns: true,
    },
    'mf-admin/src/saved-searches/editor/saved-search.test.tsx': {
      seconds: 6,
      reason: 'renders the filter cards',
      takesTurns: true,
    },
    'mf-alerts/src/dashboard/notification-dashboard.test.tsx': {
      seconds: 7,
      reason: 'renders the dashboard in each test',
      takesTurns: true,
    },
    'mf-analytics/src/company-dashboard/company-dashboard.test.tsx': {
      seconds: 9,
      reason: 'renders the dashboard in each test',
      takesTurns: true,
    },
    'mf-analytics/src/engagements-search/export/export.test.tsx': {
      seconds: 5,
      reason: 'renders the whole search page in each test',
      takesTurns: true,
    },
    'mf-analytics/src/most-active/companies/company-presets.test.tsx': {
      seconds: 11,
      reason: 'renders the ranking in each test',
      takesTurns: true,
    },
    'mf-analytics/src/most-active/companies/most-active-companies.test.tsx': {
      seconds: 11,
      reason: 'renders the ranking in each test',
      takesTurns: true,
    },
    'mf-analytics/src/most-active/readers/most-active-readers.test.tsx': {
      seconds: 9,
      reason: 'renders the ranking in each test',
      takesTurns: true,
    },
    'mf-analytics/src/reader-dashboard/reader-dashboard.test.tsx': {
      seconds: 6,
      reason: 'renders the dashboard in each test',
      takesTurns: true,
    },
    'shared-filters/src/panel/filter-panel.test.tsx': {
      seconds: 9,
      reason: 'all parts of the filter panel',
      takesTurns: true,
    },
    'account-lists.spec.ts': {
      seconds: 12,
      reason: 'a list by a rule in the filter panel, the wizard and a report',
    },
    'blinded-dashboards.spec.ts': {
      seconds: 11,
      reason: 'searches every page, response and file for planted names',
    },
    'blinded-mode.spec.ts': { seconds: 8, reason: 'several pages in both modes' },
    'blinded-secrets.spec.ts': {
      seconds: 16,
      reason: 'searches every page, response, file and mail for planted names',
    },
    'chart-notes.spec.ts': { seconds: 10, reason: 'a dashboard that is drawn several times' },
    'client-setup.spec.ts': {
      seconds: 20,
      reason: 'from a submitted form to the login of a new client user',
    },
    'composition-deploy.spec.ts': { seconds: 8, reason: 'deploys areas' },
    'composition-leaks.spec.ts': { seconds: 60, reason: 'heap snapshots after 60 switches' },
    'documented-commands.spec.ts': {
      seconds: 24,
      reason: 'starts the product, and runs up to nine commands, each in its own process',
    },
    'marketing.spec.ts': { seconds: 20, reason: 'opens the rows behind each number of three pages' },
    'marketing-events.spec.ts': { seconds: 15, reason: 'opens the rows behind each number of a page' },
    'marketing-newsletters.spec.ts': {
      seconds: 15,
      reason: 'opens the rows behind each number of a page',
    },
    'marketing-pipeline.spec.ts': { seconds: 15, reason: 'opens the rows behind each number of a page' },
    'marketing-webinars.spec.ts': { seconds: 15, reason: 'opens the rows behind each number of a page' },
    'onboarding-together.spec.ts': { seconds: 9, reason: 'two browsers on one form, in all looks' },
    'onboarding.spec.ts': { seconds: 25, reason: 'a client from the mail to the submitted form' },
    'package.spec.ts': {
      seconds: 24,
      reason:
        'writes a package, with the area kit if no test has built it, and runs a command and the product from it',
    },
    'saved-searches-admin.spec.ts': { seconds: 9, reason: 'three pages with the filter panel' },
    'search-drills.spec.ts': { seconds: 11, reason: 'opens the search behind each figure' },
    'search.spec.ts': { seconds: 9, reason: 'long lists and their files' },
    'security.spec.ts': { seconds: 8, reason: 'the pages of the API documentation' },
    'strangers-area.spec.ts': {
      seconds: 30,
      reason: 'builds an area with the kit, each command in its own process, and visits all its places',
    },
  },
};
