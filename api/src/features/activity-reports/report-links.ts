import { createHmac, timingSafeEqual } from 'node:crypto';
import { reportLinkDays } from '@readerlens/contract/activity-reports';
import { activityIdOf, activityKeyOf } from '../../core/activities/activity-key.ts';
import type { ActivityKey } from '../../core/activities/activity-key.ts';
import { badRequest } from '../../platform/http/errors.ts';
import { secondsAfter } from '../../platform/jobs/index.ts';

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

/** Run, activity, expiry in seconds since 1970, signature. */
const tokenPattern = /^([0-9a-f-]{36})\.(\d{1,10}-\d{1,15})?\.(\d{1,12})\.([\w-]{43})$/;

const invalid = () => badRequest('This link is not valid.', 'invalid_token');
const expired = () => badRequest('This link has expired.', 'invalid_token');

export const createReportLinks = (key: Uint8Array): ReportLinks => {
  const signatureOf = (...parts: readonly string[]) =>
    createHmac('sha256', key).update(parts.join('\n')).digest('base64url');
  return {
    sign({ runId, activity }, now) {
      const id = activity ? activityIdOf(activity) : '';
      const seconds = String(Math.floor(secondsAfter(now, reportLinkDays * 86_400).getTime() / 1000));
      return `${runId}.${id}.${seconds}.${signatureOf(runId, id, seconds)}`;
    },
    verify(token, now) {
      const [, runId, id = '', seconds, signature] = tokenPattern.exec(token) ?? [];
      if (!runId || !seconds || !signature) throw invalid();
      const expected = Buffer.from(signatureOf(runId, id, seconds));
      if (!timingSafeEqual(Buffer.from(signature), expected)) throw invalid();
      if (Number(seconds) * 1000 <= now.getTime()) throw expired();
      const activity = activityKeyOf(id);
      return activity ? { runId, activity } : { runId };
    },
  };
};
