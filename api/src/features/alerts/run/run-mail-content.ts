import { isCountingRule } from '@readerlens/contract/alert-rule';
import type { AlertRule } from '@readerlens/contract';
import { activityView } from '../../../activities/activity-view.ts';
import { readActivities } from '../../../activities/activity-rows.ts';
import type { Viewer } from '../../../people/session.ts';
import type { Services } from '../../../people/services.ts';
import type { MailContent } from '../../../platform/mail/mail.ts';
import { letterBody, maxMailRows, formatSubject } from '../../../platform/mail/letter.ts';
import type { MailRow } from '../../../platform/mail/letter.ts';
import { activityMailRow } from '../../../sendings/activity-mail-row.ts';
import { rulesFor } from '../rules/alert-types.ts';
import { runInWords } from '../rules/alert-words.ts';
import { entityViews } from './run-entities.ts';
import { maxFileRows } from './run-file.ts';
import { matchedActivities, matchesByClient, reportedEntities, totalMatched } from './run-views.ts';
import type { RunView } from './run-views.ts';

type Parts = Pick<Services, 'db' | 'config'>;

export interface RunLetter {
  /** As the recipient may see it. */
  readonly alertName: string;
  readonly rule: AlertRule;
  readonly view: RunView;
  readonly viewer: Viewer;
  /** Path of the run, or of the dashboard before there is one. */
  readonly path: string;
  /** Whether the reader of the mail may open it. */
  readonly viewsNotifications: boolean;
  readonly unsubscribeToken?: string;
  /** Name of the attached file. */
  readonly fileName?: string;
}

const entityRows = async ({ db }: Parts, { rule, view, viewer }: RunLetter): Promise<MailRow[]> => {
  if (!isCountingRule(rule)) return [];
  const options = { viewer, size: maxMailRows };
  const rows = await entityViews({ db }, reportedEntities(view), rule, options);
  // The client is only said where it differs.
  const hasClients = matchesByClient(view).size > 1;
  return rows.map(({ name, client, why }) => ({
    title: name,
    detail: hasClients ? `${why} · ${client}` : why,
  }));
};

/** The newest ones. */
const activityRows = async ({ db }: Parts, { view, viewer }: RunLetter): Promise<MailRow[]> => {
  const newest = view.activities.slice(-maxMailRows).toReversed();
  const rows = await readActivities(db.kysely, newest);
  return rows.map((row) => activityMailRow(activityView(row, viewer)));
};

const attachmentText = ({ fileName, rule, view }: RunLetter): string[] => {
  if (fileName === undefined) return [];
  const limit =
    matchedActivities(view) > maxFileRows
      ? `the newest ${maxFileRows.toLocaleString('en-US')} of the `
      : 'the ';
  const note = rulesFor(rule).fileNote(rule, reportedEntities(view));
  return [`The attached file ${fileName} lists ${limit}activities.${note === null ? '' : ` ${note}`}`];
};

const unsubscribing = (publicUrl: string, token: string | undefined) =>
  token === undefined
    ? {}
    : {
        link: {
          unsubscribe: { text: 'Unsubscribe from this alert', link: `${publicUrl}/unsubscribe/${token}` },
        },
        headers: {
          'List-Unsubscribe': `<${publicUrl}/api/notification-unsubscribe/${token}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      };

export interface RunMailContent extends Pick<
  RunLetter,
  'alertName' | 'path' | 'viewsNotifications' | 'unsubscribeToken'
> {
  readonly paragraphs: readonly string[];
  readonly rows: readonly MailRow[];
  /** How many entities or activities there are, rows included. */
  readonly total: number;
}

/** The mail about a run, without its file. */
export const composeRunMail = (
  { publicUrl, public: shown }: Services['config'],
  { alertName, paragraphs, rows, total, path, viewsNotifications, unsubscribeToken }: RunMailContent,
): Omit<MailContent, 'to'> => {
  const { link, headers } = unsubscribing(publicUrl, unsubscribeToken);
  return {
    subject: formatSubject(`Alert: ${alertName}`),
    ...letterBody({
      heading: alertName,
      paragraphs,
      rows,
      more: total - rows.length,
      ...(viewsNotifications ? { button: 'Open the notification', link: `${publicUrl}${path}` } : {}),
      support: shown.support.email,
      ...link,
    }),
    ...(headers ? { headers } : {}),
  };
};

/** The mail about a run to a person; without its file. */
export const runMail = async (parts: Parts, letter: RunLetter): Promise<Omit<MailContent, 'to'>> => {
  const { rule, view } = letter;
  const total = totalMatched(view);
  const rows = [...(await entityRows(parts, letter)), ...(await activityRows(parts, letter))];
  // Only previews and test mails are made for nothing.
  const more = total === 0 ? ['A run without a match sends no email.'] : attachmentText(letter);
  return composeRunMail(parts.config, {
    ...letter,
    paragraphs: [runInWords(rule, total), ...more],
    rows,
    total,
  });
};
