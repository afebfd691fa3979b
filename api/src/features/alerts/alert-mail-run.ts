import type { AlertRule } from '@readerlens/contract';
import { activityTypeLabel } from '@readerlens/contract/vocabulary';
import { activityView } from '../../core/activities/activity-view.ts';
import type { ActivityView } from '../../core/activities/activity-view.ts';
import { readActivities } from '../../core/activities/activity-rows.ts';
import { clientPseudonym } from '../../core/blinding/pseudonyms.ts';
import { sheetDate } from '../../core/activity-sheet/sheet.ts';
import type { Viewer } from '../../core/people/session.ts';
import type { Services } from '../../core/services.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { letterBody, maxMailRows, subjectOf } from './alert-mail.ts';
import type { MailRow } from './alert-mail.ts';
import { runInWords, whyOf } from './alert-words.ts';
import type { EntityResult } from './engine/evaluation.ts';
import { entityNames } from './entity-names.ts';
import { maxFileRows } from './run-file.ts';
import { matchedActivities, reportedEntities, totalMatched } from './run-views.ts';
import type { RunView } from './run-views.ts';

type Parts = Pick<Services, 'db' | 'config'>;

export interface RunLetter {
  /** As the recipient may see it. */
  readonly alertName: string;
  readonly rule: AlertRule;
  readonly view: RunView;
  readonly viewer: Viewer;
  /** Path of the run, or of the alert before there is one. */
  readonly path: string;
  readonly unsubscribeToken?: string;
  /** Name of the attached file. */
  readonly fileName?: string;
}

/** The largest changes or counts first. */
const byWeight = (a: EntityResult, b: EntityResult): number =>
  Math.abs(b.changePercent ?? 0) - Math.abs(a.changePercent ?? 0) ||
  b.current.activities - a.current.activities ||
  a.clientId - b.clientId ||
  a.entityId - b.entityId;

const clientNames = async (
  { db }: Parts,
  ids: readonly number[],
  { blinded }: Viewer,
): Promise<ReadonlyMap<number, string>> => {
  const rows = await db.kysely.selectFrom('client').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, blinded ? clientPseudonym(id) : name]));
};

const entityRows = async (parts: Parts, { rule, view, viewer }: RunLetter): Promise<MailRow[]> => {
  if (rule.type === 'SpecificActivityNotification') return [];
  const reported = reportedEntities(view);
  const listed = reported.toSorted(byWeight).slice(0, maxMailRows);
  if (listed.length === 0) return [];
  const ids = listed.map(({ entityId }) => entityId);
  const names = await entityNames(parts.db.kysely, rule.aggField, ids, viewer);
  const clientIds = [...new Set(reported.map(({ clientId }) => clientId))];
  // The client is only said where it differs.
  const clients = clientIds.length > 1 ? await clientNames(parts, clientIds, viewer) : undefined;
  return listed.map((entity) => {
    const client = clients?.get(entity.clientId);
    return {
      title: names.get(entity.entityId)?.name ?? '',
      detail: [whyOf(entity, rule), ...(client === undefined ? [] : [client])].join(' · '),
    };
  });
};

const activityRow = (view: ActivityView): MailRow => {
  const { fullName, company, activityType, docTitle, date } = view;
  const details = [activityTypeLabel[activityType], docTitle, sheetDate(date)];
  return {
    title: [fullName, company].filter(Boolean).join(', ') || 'Unknown reader',
    detail: details.filter(Boolean).join(' · '),
  };
};

/** The newest ones. */
const activityRows = async ({ db }: Parts, { view, viewer }: RunLetter): Promise<MailRow[]> => {
  const newest = view.activities.slice(-maxMailRows).toReversed();
  const rows = await readActivities(db.kysely, newest);
  return rows.map((row) => activityRow(activityView(row, viewer)));
};

const attachmentText = ({ fileName, view }: RunLetter): string[] => {
  if (fileName === undefined) return [];
  const limit =
    matchedActivities(view) > maxFileRows
      ? `the newest ${maxFileRows.toLocaleString('en-US')} of the `
      : 'the ';
  return [`The attached file ${fileName} lists ${limit}activities.`];
};

const unsubscribing = (publicUrl: string, token: string | undefined) =>
  token === undefined
    ? {}
    : {
        link: { unsubscribeLink: `${publicUrl}/unsubscribe/${token}` },
        headers: {
          'List-Unsubscribe': `<${publicUrl}/api/notification-unsubscribe/${token}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      };

/** The mail about a run to a person; without its file. */
export const runMail = async (parts: Parts, letter: RunLetter): Promise<Omit<Mail, 'to'>> => {
  const { publicUrl, public: shown } = parts.config;
  const { alertName, rule, view, path } = letter;
  const total = totalMatched(view);
  const rows = [...(await entityRows(parts, letter)), ...(await activityRows(parts, letter))];
  const { link, headers } = unsubscribing(publicUrl, letter.unsubscribeToken);
  return {
    subject: subjectOf(`Alert: ${alertName}`),
    ...letterBody({
      heading: alertName,
      paragraphs: [runInWords(rule, total), ...attachmentText(letter)],
      rows,
      more: total - rows.length,
      button: 'Open the notification',
      link: `${publicUrl}${path}`,
      footer: [`Questions? Write to ${shown.support.email}.`],
      ...link,
    }),
    ...(headers ? { headers } : {}),
  };
};
