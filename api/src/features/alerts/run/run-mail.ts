// The mails of a run. They are composed before the transaction that stores it, because files take time, and queued in it.
import { createSignedTokens, invalidLink } from '../../../platform/links/signed-token.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { isCountingRule } from '@readerlens/contract/alert-rule';
import type { AlertRule } from '@readerlens/contract';
import { joinSentences } from '@readerlens/contract/alert-words';
import { noMatchMessage } from '@readerlens/contract/alerts/messages';
import { activityView } from '../../../activities/activity-view.ts';
import { readActivities } from '../../../activities/activity-rows.ts';
import { findCostClient } from '../../../people/client-costs.ts';
import type { Viewer } from '../../../people/session.ts';
import type { Services } from '../../../people/services.ts';
import type { MailContent, MailAttachment } from '../../../platform/mail/mail.ts';
import { letterBody, maxMailRows, formatSubject } from '../../../platform/mail/letter.ts';
import type { MailRow } from '../../../platform/mail/letter.ts';
import { activityMailRow } from '../../../sendings/activity-mail-row.ts';
import { rulesFor, runInWords } from '../rules/alert-types.ts';
import { entityViews } from './run-entities.ts';
import { maxFileRows, runContent, runFile, runFileName } from './run-file.ts';
import { matchedActivities, matchesByClient, reportedEntities, totalMatched } from './run-evaluation.ts';
import type { RunView, EvaluatedAlert, SlotResult } from './run-evaluation.ts';
import type { Owner } from '../../../people/owner.ts';
import type { LeasedRun } from '../../../platform/jobs/index.ts';
import { xlsxMediaType } from '../../../platform/spreadsheet/index.ts';
import { fileColumns } from '../../../sendings/run-file.ts';
import type { AlertRow, Recipient } from '../definition/alert.store.ts';
import { describeWatched, readWatched } from '../definition/alert-selection.ts';
import type { WatchedColumns } from '../definition/alert-selection.ts';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Schema } from '../../../platform/db/index.ts';
import { deliverByMail } from '../../../platform/mail/deliveries.ts';
import type { RunMail } from '../../../platform/mail/deliveries.ts';
import { readRecipients } from '../definition/alert.store.ts';
import { inPieces } from './run-store.ts';

export interface Subscription {
  readonly alertId: string;
  readonly userId: number;
}

/** The tokens of the links that end the mails of one alert to one person. They do not expire: mails are kept for years. */
export interface UnsubscribeLinks {
  sign(subscription: Subscription): string;
  /** Throws 400 `invalid_token` for a token that was changed. */
  verify(token: string): Subscription;
}

export const createUnsubscribeLinks = ({
  deriveLinkKeys,
}: Pick<Secrets, 'deriveLinkKeys'>): UnsubscribeLinks => {
  const tokens = createSignedTokens(deriveLinkKeys('unsubscribe link'));
  return {
    sign: ({ alertId, userId }) => tokens.sign([alertId, String(userId)]),
    verify(token) {
      const [alertId, userId] = tokens.read(token) ?? [];
      if (alertId === undefined || userId === undefined) throw invalidLink();
      return { alertId, userId: Number(userId) };
    },
  };
};

type Parts = Pick<Services, 'db' | 'config' | 'catalogue'>;

export interface RunLetter {
  /** As the recipient may see it. */
  readonly alertName: string;
  readonly rule: AlertRule;
  readonly watched: WatchedColumns;
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

/** These are the newest ones. */
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
      ...(viewsNotifications ? { button: 'Open the results', link: `${publicUrl}${path}` } : {}),
      support: shown.support.email,
      ...link,
    }),
    ...(headers ? { headers } : {}),
  };
};

/** Says what matched, and which activities count, as far as the reader of the mail may know. */
const writeWhy = async (
  parts: Parts,
  { rule, watched, viewer }: RunLetter,
  total: number,
): Promise<string> => {
  const [shown] = await readWatched(parts, [watched], viewer);
  return joinSentences([runInWords(rule, total), describeWatched(shown!)]);
};

/** The mail about a run to a person; without its file. */
export const runMail = async (parts: Parts, letter: RunLetter): Promise<Omit<MailContent, 'to'>> => {
  const { view } = letter;
  const total = totalMatched(view);
  const rows = [...(await entityRows(parts, letter)), ...(await activityRows(parts, letter))];
  // Only previews and test mails are made for nothing.
  const more = total === 0 ? [noMatchMessage] : attachmentText(letter);
  return composeRunMail(parts.config, {
    ...letter,
    paragraphs: [await writeWhy(parts, letter, total), ...more],
    rows,
    total,
  });
};

export type MailParts = Pick<Services, 'db' | 'config' | 'catalogue' | 'exportSlots'> & {
  readonly unsubscribeLinks: UnsubscribeLinks;
};

/** A recipient with what they see of a run. */
export interface RunRecipient {
  readonly recipient: Recipient;
  readonly person: Owner;
  readonly view: RunView;
}

export interface MailedRun {
  readonly run: Pick<LeasedRun, 'id' | 'slotKey'>;
  readonly alert: AlertRow;
  readonly owner: Owner;
  readonly evaluated: EvaluatedAlert;
  readonly result: SlotResult;
  readonly recipients: readonly RunRecipient[];
}

/** Makes each file once: people of equal scope who may see the same columns get the same one. */
const createFiles = (parts: MailParts, { run, alert, owner, evaluated, result }: MailedRun) => {
  const made = new Map<string, Uint8Array>();
  const slot = run.slotKey;
  const read = { windows: result.plan.windows, selection: evaluated.selection };
  return async ({ person, view }: RunRecipient): Promise<MailAttachment> => {
    const columns = fileColumns(alert.export_columns, person.scope);
    const key = [view.index, ...columns.map(({ field }) => field)].join();
    const viewer = { user: owner.user, scope: person.scope, blinded: false };
    const content =
      made.get(key) ??
      (await runFile(parts, {
        content: runContent(evaluated.definition.rule, view, read),
        columns: alert.export_columns,
        viewer,
        slot,
      }));
    made.set(key, content);
    return { name: runFileName(alert.name, slot), mediaType: xlsxMediaType, content };
  };
};

/** Composes the mails of a run by user: to those who see something of it and get mails. */
export const runMails = async (
  parts: MailParts,
  mailed: MailedRun,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, MailContent & { to: string }>> => {
  const { run, alert, evaluated, recipients } = mailed;
  const fileFor = createFiles(parts, mailed);
  const mails = new Map<number, MailContent & { to: string }>();
  for (const each of recipients) {
    const { recipient, person, view } = each;
    if (!recipient.isEmailSubscribed || totalMatched(view) === 0) continue;
    signal.throwIfAborted();
    const file = await fileFor(each);
    const mail = await runMail(parts, {
      alertName: alert.name,
      rule: evaluated.definition.rule,
      watched: alert,
      view,
      viewer: { scope: person.scope, blinded: false },
      path: `/notifications/dashboard/${alert.id}/${run.id}`,
      viewsNotifications: recipient.viewsNotifications,
      unsubscribeToken: parts.unsubscribeLinks.sign({ alertId: alert.id, userId: recipient.userId }),
      fileName: file.name,
    });
    mails.set(recipient.userId, { ...mail, to: recipient.email, attachments: [file] });
  }
  return mails;
};

type DeliveryParts = Pick<Services, 'outbox' | 'jobs'>;

/** What the recipients of a run get. */
export interface RunDeliveries {
  readonly run: LeasedRun;
  readonly owner: Owner;
  readonly recipients: readonly RunRecipient[];
  /** By user. */
  readonly mails: ReadonlyMap<number, MailContent & { to: string }>;
}

const selectMessageId = ({ run, to }: RunMail) =>
  sql<string>`(SELECT message_id FROM delivery WHERE run_id = ${run.id} AND recipient = ${to})`;

/** Rows of one statement, which has a limited number of parameters. */
const maxRecipientRows = 1000;

const buildRecipientKey = (alertId: string, userId: number): string => `${alertId} ${userId}`;

/** Stores what each recipient sees of runs, and queues their mails. */
export const writeRecipients = async (
  parts: DeliveryParts,
  trx: Transaction<Schema>,
  deliveries: readonly RunDeliveries[],
): Promise<void> => {
  const alertIds = deliveries.filter(({ mails }) => mails.size > 0).map(({ run }) => run.ownerId);
  // Somebody may have unsubscribed during the run.
  const present = (await readRecipients(trx, alertIds)).filter(({ isEmailSubscribed }) => isEmailSubscribed);
  const subscribed = new Set(present.map(({ alertId, userId }) => buildRecipientKey(alertId, userId)));
  const sent: RunMail[] = [];
  const rows = deliveries.flatMap(({ run, owner, recipients, mails }) => {
    const clientId = findCostClient(owner);
    return recipients.map(({ recipient: { userId }, view }) => {
      const made = subscribed.has(buildRecipientKey(run.ownerId, userId)) ? mails.get(userId) : undefined;
      const mail: RunMail | undefined = made && {
        ...made,
        run,
        clientId,
        item: '',
        kind: 'alert',
        sender: null,
      };
      if (mail) sent.push(mail);
      const matches = matchesByClient(view);
      return {
        run_id: run.id,
        user_id: userId,
        view: view.index,
        total_matched: totalMatched(view),
        client_ids: [...matches.keys()],
        client_matches: [...matches.values()],
        exceeds_threshold: matchedActivities(view) > maxFileRows,
        message_id: mail ? selectMessageId(mail) : null,
      };
    });
  });
  await deliverByMail(parts, trx, sent);
  await inPieces(rows, maxRecipientRows, (piece) =>
    trx.insertInto('alert_run_recipient').values(piece).execute(),
  );
};
