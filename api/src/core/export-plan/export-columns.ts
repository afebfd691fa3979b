import type { ActivityRow } from '../activities/activity-rows.ts';
import type { ActivityView } from '../activities/activity-view.ts';
import { activityTypeLabel, sourceLabels } from '@readerlens/contract/vocabulary';
import { exportColumnOf } from '@readerlens/contract/explorer';
import type { ExportColumnName } from '@readerlens/contract/explorer';
import type { Cell, Column } from '../../platform/spreadsheet/index.ts';

const line = (question: string, answers: readonly (string | null)[]): string =>
  `${question}: ${answers.filter((answer) => answer !== null).join(', ')}`;

/** The author of the answer is in brackets, as on the sheet. */
const signed = (answer: string | null, by: string | null): string | null =>
  answer === null || by === null ? answer : `${answer} (${by})`;

/** Notes first, then each question with its answer, one per line. */
const specificsText = ({ specifics, specificsModel }: ActivityView): string | null => {
  const { questions = [], polls = [], surveys = [], registrationQuestions = [] } = specificsModel ?? {};
  const lines = [
    ...(specifics === null ? [] : [specifics]),
    ...questions.map(({ question, answer, answeredBy }) => line(question, [signed(answer, answeredBy)])),
    ...registrationQuestions.map(({ question, answer }) => line(question, [answer])),
    ...[...polls, ...surveys].map(({ question, answers }) => line(question, answers)),
  ];
  return lines.length === 0 ? null : lines.join('\n');
};

/** The row columns that the export columns need. */
type Need = keyof ActivityRow;

interface ColumnContent {
  readonly width: number;
  readonly of: (view: ActivityView) => Cell;
  readonly needs: readonly Need[];
  readonly repeats?: boolean;
}

const unique = (width: number, of: ColumnContent['of'], ...needs: Need[]): ColumnContent => ({
  width,
  of,
  needs,
});
const repeating = (...content: Parameters<typeof unique>): ColumnContent => ({
  ...unique(...content),
  repeats: true,
});
const listed = (values: readonly string[]): string => values.join(', ');

const contents: Readonly<Record<ExportColumnName, ColumnContent>> = {
  referenceNumber: unique(26, ({ referenceNumber }) => referenceNumber, 'externalId'),
  date: unique(20, ({ date }) => new Date(date)),
  activityType: repeating(18, ({ activityType }) => activityTypeLabel[activityType]),
  sequence: repeating(12, ({ sequence }) => sequence),
  quality: unique(8, ({ quality }) => quality, 'quality'),
  source: repeating(24, ({ source }) => sourceLabels[source]),
  newsletter: repeating(24, ({ newsletter }) => newsletter, 'newsletterId', 'newsletter'),
  specifics: unique(40, specificsText, 'specificsText', 'specifics'),
  advertiser: repeating(24, ({ advertiser }) => advertiser, 'client'),
  analystTags: repeating(24, ({ analystTags }) => listed(analystTags), 'analystTags'),
  firstName: repeating(16, ({ firstName }) => firstName, 'firstName'),
  lastName: repeating(16, ({ lastName }) => lastName, 'lastName'),
  email: unique(32, ({ email }) => email, 'email'),
  jobTitle: repeating(28, ({ jobTitle }) => jobTitle, 'jobTitle'),
  phone: unique(18, ({ phone }) => phone, 'phone'),
  // The full address, as on screen; city, state and country also have their own columns.
  address: unique(32, ({ formattedAddr }) => formattedAddr, 'address', 'city', 'state', 'country'),
  city: repeating(16, ({ city }) => city, 'city'),
  state: repeating(14, ({ state }) => state, 'state'),
  country: repeating(18, ({ country }) => country, 'country'),
  region: repeating(18, ({ region }) => region, 'region'),
  consent: repeating(16, ({ consent }) => consent, 'hasConsent', 'consentAt'),
  linkedIn: unique(32, ({ linkedIn }) => linkedIn, 'linkedIn'),
  company: repeating(28, ({ company }) => company, 'company', 'organisation', 'organisationId'),
  readerOrg: repeating(28, ({ readerOrg }) => readerOrg, 'company', 'organisation', 'organisationId'),
  orgType: repeating(24, ({ orgTypes }) => listed(orgTypes), 'orgTypes'),
  revenue: unique(16, ({ revenue }) => revenue, 'revenue'),
  productCategory: repeating(24, ({ productCategories }) => listed(productCategories), 'productCategories'),
  docTitle: repeating(48, ({ docTitle }) => docTitle, 'documentTitle'),
  docUrl: repeating(40, ({ docUrl }) => docUrl, 'documentUrl'),
  docId: repeating(14, ({ docId }) => docId, 'documentId', 'documentExternalId'),
  docType: repeating(18, ({ docType }) => docType, 'documentType'),
  contentType: repeating(18, ({ contentType }) => contentType, 'contentType'),
  topics: repeating(32, ({ topics }) => listed(topics), 'topics'),
  buyersJourney: repeating(22, ({ stage }) => stage, 'stage'),
  portal: repeating(20, ({ portal }) => portal, 'community'),
};

/** Always read: no activity can be shown without these. */
const alwaysNeeded: readonly Need[] = [
  'clientId',
  'id',
  'activityType',
  'occurredAt',
  'sequence',
  'source',
  'readerId',
];

export interface ActivityColumn extends Column {
  readonly of: (view: ActivityView) => Cell;
}

/** The export column for a field of the vocabulary. */
export const activityColumn = (field: ExportColumnName): ActivityColumn => {
  const { width, of, repeats = false } = contents[field];
  return { title: exportColumnOf(field)?.label ?? field, width, repeats, of };
};

/** The row columns needed for fields of the vocabulary. */
export const requiredColumns = (fields: readonly ExportColumnName[]): Need[] => [
  ...new Set([...alwaysNeeded, ...fields.flatMap((field) => contents[field].needs)]),
];
