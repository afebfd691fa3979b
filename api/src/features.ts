import { accountListRoutes } from './features/account-lists/account-lists.routes.ts';
import { activitySheetRoutes } from './features/explorer/activity-sheet.routes.ts';
import { reportFileRoutes } from './features/activity-reports/report-files.routes.ts';
import { activityReportRoutes } from './features/activity-reports/reports.routes.ts';
import { nameReports } from './features/activity-reports/name-reports.ts';
import { reportKindName } from './features/activity-reports/report.store.ts';
import { alertKindName } from './features/alerts/definition/alert-definition.ts';
import { nameAlerts } from './features/alerts/run/name-alerts.ts';
import { namePageMails } from './features/marketing/page-mails/name-page-mails.ts';
import { pageMailKindName } from './features/marketing/page-mails/page-mail.store.ts';
import { alertWebhookRoutes } from './features/alerts/run/alert-subscription.ts';
import { alertRoutes, notificationDashboardRoutes } from './features/alerts/alerts.routes.ts';
import { unsubscribeRoutes } from './features/alerts/inbox/unsubscribe.routes.ts';
import { annotationRoutes } from './features/annotations/annotations.routes.ts';
import { apiAccessRoutes } from './features/api-access/api-access.routes.ts';
import { areaBackendRoutes } from './features/areas/backends/backends.routes.ts';
import { areaDeployRoutes } from './features/areas/area-deploys.routes.ts';
import { areaRoutes } from './features/areas/areas.routes.ts';
import { canaryRoutes } from './features/areas/canaries/canaries.routes.ts';
import { influenceWebhookRoutes } from './features/marketing/influence/influence-subscription.ts';
import { marketingDataRoutes } from './features/marketing/marketing-data.routes.ts';
import { pageMailRoutes } from './features/marketing/page-mails/page-mail.routes.ts';
import { marketingRoutes } from './features/marketing/marketing.routes.ts';
import { mostActiveRoutes } from './features/most-active/most-active.routes.ts';
import { oidcRoutes } from './features/session/oidc/oidc.routes.ts';
import { sessionRoutes } from './features/session/session.routes.ts';
import { answersRoutes } from './features/figures/answers.routes.ts';
import { figureRoutes } from './features/figures/figures.routes.ts';
import { fileRoutes } from './features/files/files.routes.ts';
import { jobRoutes } from './features/operations/jobs.routes.ts';
import { exportRoutes } from './features/explorer/exports.routes.ts';
import { logRoutes } from './features/operations/log.routes.ts';
import { lookupRoutes } from './features/lookups/lookup.routes.ts';
import { isHeldKind } from './job-kinds.ts';
import type { Feature } from './people/services.ts';
import { permalinkRoutes } from './features/searches/permalink.routes.ts';
import { defaultColumnRoutes } from './features/searches/default-columns.routes.ts';
import { defaultFilterRoutes } from './features/searches/default-filters.routes.ts';
import { personalDataRoutes } from './features/personal-data/personal-data.routes.ts';
import { reviewRoutes } from './features/review/review.routes.ts';
import { areaNoticeKindName, nameNotices } from './sendings/area-notices.ts';
import { searchRoutes } from './features/explorer/search.routes.ts';
import { savedSearchRoutes } from './features/searches/saved-search.routes.ts';
import { sharingRoutes } from './features/sharing/sharing.routes.ts';
import { auditRoutes } from './features/administration/audit.routes.ts';
import { createAccountChanges } from './features/administration/change-account.ts';
import { userRoutes } from './features/administration/users.routes.ts';
import { webhookRoutes } from './features/webhooks/webhooks.routes.ts';
import { createClientReports } from './features/activity-reports/client-reports.ts';
import { createClientAccounts } from './features/administration/client-accounts.ts';
import { clientSetupRoutes } from './features/onboarding/client-setup.routes.ts';
import { createForms } from './features/onboarding/forms.ts';
import { findFormOfUser } from './features/onboarding/onboarding.policy.ts';
import { onboardingRoutes } from './features/onboarding/onboarding.routes.ts';

/** The session names the onboarding form of its user. */
export const loginRoutes: Feature = (scope, services) =>
  sessionRoutes(scope, services, (userId) => findFormOfUser(services.db, userId));

/** Accounts and onboarding forms are created together, whichever of the two is asked for. */
export const accountRoutes: Feature = (scope, services) => {
  const accounts = createAccountChanges(services);
  const forms = createForms(services, (session, account, invite) =>
    accounts.create(session, account, { linkToCaller: false, invite }),
  );
  userRoutes(scope, services, accounts, (...start) => forms.startFor(...start));
  onboardingRoutes(scope, services, forms);
  clientSetupRoutes(scope, services, {
    accounts: createClientAccounts(services, accounts),
    reports: createClientReports(services),
  });
};

/** The figures of dashboards and of marketing performance, each by its own call or several by one. */
export const dashboardRoutes: Feature = (scope, services) =>
  answersRoutes(scope, services, {
    ...figureRoutes(scope, services),
    ...marketingRoutes(scope, services),
  });

/** The list of runs tells which alert, report or page each is about. */
export const operationRoutes: Feature = (scope, services) =>
  jobRoutes(scope, services, {
    names: {
      [alertKindName]: nameAlerts,
      [reportKindName]: nameReports,
      [pageMailKindName]: namePageMails,
      [areaNoticeKindName]: nameNotices,
    },
    isHeldKind: isHeldKind(services),
  });

/** All features of the API; a test fails if a call of the contract is missing here. */
export const features: readonly Feature[] = [
  loginRoutes,
  oidcRoutes,
  accountRoutes,
  auditRoutes,
  apiAccessRoutes,
  webhookRoutes,
  alertRoutes,
  alertWebhookRoutes,
  activityReportRoutes,
  reportFileRoutes,
  unsubscribeRoutes,
  notificationDashboardRoutes,
  logRoutes,
  lookupRoutes,
  dashboardRoutes,
  pageMailRoutes,
  marketingDataRoutes,
  influenceWebhookRoutes,
  mostActiveRoutes,
  annotationRoutes,
  accountListRoutes,
  reviewRoutes,
  searchRoutes,
  defaultColumnRoutes,
  exportRoutes,
  savedSearchRoutes,
  defaultFilterRoutes,
  permalinkRoutes,
  activitySheetRoutes,
  sharingRoutes,
  fileRoutes,
  areaRoutes,
  areaDeployRoutes,
  areaBackendRoutes,
  canaryRoutes,
  operationRoutes,
  personalDataRoutes,
];
