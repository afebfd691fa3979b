import { accountListsCalls } from './account-lists/calls.ts';
import { activityReportsCalls } from './activity-reports/calls.ts';
import { auditCalls } from './administration/audit.ts';
import { administrationCalls } from './administration/calls.ts';
import { alertsCalls } from './alerts/calls.ts';
import { annotationsCalls } from './annotations/calls.ts';
import { apiAccessCalls } from './api-access/calls.ts';
import { areasCalls } from './areas/calls.ts';
import { canaryCalls } from './areas/canary-calls.ts';
import { areaDeployCalls } from './areas/deploy-calls.ts';
import { answersCalls, dashboardCalls } from './dashboards/calls.ts';
import { explorerCalls } from './explorer/calls.ts';
import { filesCalls } from './files/calls.ts';
import { lookupsCalls } from './lookups/calls.ts';
import { marketingCalls } from './marketing/calls.ts';
import { marketingDataCalls } from './marketing/data-calls.ts';
import { pageFileCalls } from './marketing/page-file.ts';
import { pageMailCalls } from './marketing/page-mail-calls.ts';
import { onboardingCalls } from './onboarding/calls.ts';
import { operationsCalls } from './operations/calls.ts';
import { personalDataCalls } from './personal-data/calls.ts';
import { reviewCalls } from './review/calls.ts';
import { searchesCalls } from './searches/calls.ts';
import { sessionCalls } from './session/calls.ts';
import { sharingCalls } from './sharing/calls.ts';
import { webhooksCalls } from './webhooks/calls.ts';

type DashboardCalls = typeof dashboardCalls;

/** The calls of the dashboards that are not files. The API has a figure for each. */
export type DashboardCall = {
  [K in keyof DashboardCalls]: DashboardCalls[K] extends { readonly file: string } ? never : K;
}[keyof DashboardCalls];

/** The calls of marketing performance that are figures. The API has a figure for each. */
export type MarketingCall = keyof typeof marketingCalls;

/** Every call of the API. The API validates with it and emits OpenAPI from it; the browser takes types only. */
export const calls = {
  ...sessionCalls,
  ...lookupsCalls,
  ...dashboardCalls,
  ...marketingCalls,
  ...answersCalls,
  ...marketingDataCalls,
  ...pageFileCalls,
  ...pageMailCalls,
  ...annotationsCalls,
  ...accountListsCalls,
  ...explorerCalls,
  ...searchesCalls,
  ...sharingCalls,
  ...filesCalls,
  ...reviewCalls,
  ...areasCalls,
  ...areaDeployCalls,
  ...canaryCalls,
  ...administrationCalls,
  ...alertsCalls,
  ...activityReportsCalls,
  ...webhooksCalls,
  ...auditCalls,
  ...apiAccessCalls,
  ...onboardingCalls,
  ...operationsCalls,
  ...personalDataCalls,
} as const;

export type Calls = typeof calls;
export type CallKey = keyof Calls;
