// Every call of the API, with the fields of activities whose values its output can contain. Each domain has a file.
import type { CallKey } from '@readerlens/contract';
import { activityReportCalls } from './outputs/activity-reports.ts';
import { alertCalls } from './outputs/alerts.ts';
import { explorerCalls } from './outputs/explorer.ts';
import { lookupCalls } from './outputs/lookups.ts';
import { marketingCalls } from './outputs/marketing.ts';
import { otherCalls } from './outputs/other.ts';
import type { CallOutputs, Output } from './outputs/output.ts';
import { overviewCalls } from './outputs/overview.ts';
import { readerCalls } from './outputs/readers.ts';
import { reviewCalls } from './outputs/review.ts';
import { searchCalls } from './outputs/searches.ts';

const domains: readonly CallOutputs[] = [
  explorerCalls,
  reviewCalls,
  overviewCalls,
  readerCalls,
  marketingCalls,
  lookupCalls,
  alertCalls,
  activityReportCalls,
  searchCalls,
  otherCalls,
];

export const outputs: readonly Output[] = domains.flatMap((domain) => domain.outputs);

/** Domains that read no activities. */
export const silentDomain =
  /^[A-Z]+ \/api\/(areas|auth|canaries|deploy-tokens|deploys|files|log|manage-onboarding|marketing-data|onboarding|onboarding-download|operations|permalinks)(\/|$)/;

/** Other calls whose replies contain no values of activities, or only those that the caller sent. */
export const silent: readonly CallKey[] = domains.flatMap((domain) => domain.silent);
