import { reportLinkDays } from '@readerlens/contract/activity-reports';
import { formatActivityId, parseActivityId } from '../../activities/activity-key.ts';
import type { ActivityKey } from '../../activities/activity-key.ts';
import {
  checkExpiry,
  createSignedTokens,
  formatExpiry,
  invalidLink,
} from '../../platform/links/signed-token.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { daysAfter } from '../../platform/time.ts';

/** The one file that a link opens: the workbook of a run, or the sheet of one of its activities. */
export interface ReportFileLink {
  readonly runId: string;
  readonly activity?: ActivityKey;
}

/** The links in the mails of reports. Anyone with a link can open its file until it expires. */
export interface ReportLinks {
  sign(link: ReportFileLink, now: Date): string;
  /** Throws 400 `invalid_token` for a token that was changed or has expired. */
  verify(token: string, now: Date): ReportFileLink;
}

export const createReportLinks = ({ deriveKey }: Pick<Secrets, 'deriveKey'>): ReportLinks => {
  const tokens = createSignedTokens(deriveKey('report link'));
  return {
    sign({ runId, activity }, now) {
      const id = activity ? formatActivityId(activity) : '';
      return tokens.sign([runId, id, formatExpiry(daysAfter(now, reportLinkDays))]);
    },
    verify(token, now) {
      const [runId, id = '', seconds] = tokens.read(token) ?? [];
      if (runId === undefined || seconds === undefined) throw invalidLink();
      checkExpiry(seconds, now);
      const activity = parseActivityId(id);
      return activity ? { runId, activity } : { runId };
    },
  };
};
