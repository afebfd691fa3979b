// What a message to a chat channel says. Its facts are those of the body that the webhook of the client would get.
import { countActivities, countText } from '@readerlens/contract/numbers';
import type { WebhookActivity, WebhookData } from '@readerlens/contract';
import { activityTypeLabel } from '@readerlens/contract/vocabulary';
import { maxChatItems } from '@readerlens/contract/webhooks';

/** Texts as they were written: each kind of chat escapes and shortens them. */
export interface ChatContent {
  readonly title: string;
  readonly lines: readonly string[];
  /** The first matches. */
  readonly items: readonly string[];
  /** How many matches are not among the items. */
  readonly more: number;
  readonly link: { readonly text: string; readonly url: string };
}

type AlertData = WebhookData<'alert.fired'>;
type ReportData = WebhookData<'activity-report.delivered'>;

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const writeDay = (iso: string): string => day.format(new Date(iso));

/** In UTC. The end of a period is not part of it. */
const writePeriod = (startDate: string, endDate: string): string => {
  const last = new Date(Math.max(Date.parse(startDate), Date.parse(endDate) - 1)).toISOString();
  const [from, to] = [writeDay(startDate), writeDay(last)];
  return from === to ? from : `${from} to ${to}`;
};

const describeActivity = ({ activityType, date, document, reader }: WebhookActivity): string => {
  const who = reader.company === null ? reader.name : `${reader.name} (${reader.company})`;
  return `${writeDay(date)}, ${activityTypeLabel[activityType]}: ${who}, ${document}`;
};

const describeMatches = ({ entityType, total }: AlertData): string => {
  if (entityType === null) return countActivities(total);
  return countText(total, entityType);
};

const writeAlert = (data: AlertData): ChatContent => {
  const { name, client, startDate, endDate, rule, total, activities, entities, link } = data;
  const all = [
    ...activities.map(describeActivity),
    ...entities.map((entity) => `${entity.name}: ${entity.reason}`),
  ];
  const items = all.slice(0, maxChatItems);
  return {
    title: name,
    lines: [
      `${describeMatches(data)} of ${client}`,
      writePeriod(startDate, endDate),
      ...(rule === undefined ? [] : [rule]),
    ],
    items,
    more: total - items.length,
    link: { text: 'Open the alert in Readerlens', url: link },
  };
};

const writeReport = (data: ReportData, publicUrl: string): ChatContent => {
  const { reportId, configId, startDate, endDate, total, activities } = data;
  const client = activities[0]?.client;
  return {
    title: client === undefined ? 'Activity report' : `Activity report: ${client}`,
    lines: [
      countActivities(total),
      ...(startDate !== null && endDate !== null ? [writePeriod(startDate, endDate)] : []),
    ],
    items: [],
    more: 0,
    link: {
      text: 'Open the report in Readerlens',
      url: `${publicUrl}/dissemination-contact/dashboard/${configId ?? ''}/${reportId ?? ''}`,
    },
  };
};

type StoredMessage =
  | { readonly type: 'alert.fired'; readonly data: AlertData }
  | { readonly type: 'activity-report.delivered'; readonly data: ReportData };

/** The content of a stored message. `body`: the JSON text for the webhook. */
export const writeChatContent = (body: string, publicUrl: string): ChatContent => {
  const message = JSON.parse(body) as StoredMessage;
  return message.type === 'alert.fired' ? writeAlert(message.data) : writeReport(message.data, publicUrl);
};

/** What 'Send test message' sends. */
export const writeTestContent = (client: string, publicUrl: string): ChatContent => ({
  title: 'Test message',
  lines: [`Alerts and activity reports about ${client} can be sent to this channel.`],
  items: [],
  more: 0,
  link: { text: 'Open Readerlens', url: publicUrl },
});
