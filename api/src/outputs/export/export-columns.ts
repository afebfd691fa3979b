import type { ActivityRow } from '../../activities/activity-rows.ts';
import { occurredAt } from '../../activities/activity-values.ts';
import type { ActivityValue } from '../../activities/activity-values.ts';
import { activityValues } from '../../activities/activity-view.ts';
import type { ActivityValues, ActivityView, ActivityViewer } from '../../activities/activity-view.ts';
import { activityTypeLabel, sourceLabels } from '@readerlens/contract/vocabulary';
import { findExportColumn } from '@readerlens/contract/explorer';
import type { ExportColumnName } from '@readerlens/contract/explorer';
import type { Cell, Column } from '../../platform/spreadsheet/index.ts';

const line = (question: string, answers: readonly (string | null)[]): string =>
  `${question}: ${answers.filter((answer) => answer !== null).join(', ')}`;

/** The author of the answer is in brackets, as on the sheet. */
const signed = (answer: string | null, by: string | null): string | null =>
  answer === null || by === null ? answer : `${answer} (${by})`;

/** Notes first, then each question with its answer, one per line. */
const specificsText = ({
  specifics,
  specificsModel,
}: Pick<ActivityView, 'specifics' | 'specificsModel'>): string | null => {
  const { questions = [], polls = [], surveys = [], registrationQuestions = [] } = specificsModel ?? {};
  const lines = [
    ...(specifics === null ? [] : [specifics]),
    ...questions.map(({ question, answer, answeredBy }) => line(question, [signed(answer, answeredBy)])),
    ...registrationQuestions.map(({ question, answer }) => line(question, [answer])),
    ...[...polls, ...surveys].map(({ question, answers }) => line(question, answers)),
  ];
  return lines.length === 0 ? null : lines.join('\n');
};

interface ColumnContent {
  readonly width: number;
  readonly of: (values: ActivityValues) => ActivityValue<Cell>;
  readonly repeats?: boolean;
}

const unique = (width: number, of: ColumnContent['of']): ColumnContent => ({ width, of });
const repeating = (width: number, of: ColumnContent['of']): ColumnContent => ({ width, of, repeats: true });

const converted = <T>(
  { needs, of }: ActivityValue<T>,
  toCell: (content: T) => Cell,
): ActivityValue<Cell> => ({
  needs,
  of: (row) => toCell(of(row)),
});
const listed = (list: ActivityValue<readonly string[]>) => converted(list, (items) => items.join(', '));

const specificsValue = ({ specifics, specificsModel }: ActivityValues): ActivityValue<Cell> => ({
  needs: [...specifics.needs, ...specificsModel.needs],
  of: (row) => specificsText({ specifics: specifics.of(row), specificsModel: specificsModel.of(row) }),
});

const contents: Readonly<Record<ExportColumnName, ColumnContent>> = {
  referenceNumber: unique(26, ({ referenceNumber }) => referenceNumber),
  // Not through the text that lists show, which takes as long as all other values of a row.
  date: unique(20, () => occurredAt),
  activityType: repeating(18, ({ activityType }) =>
    converted(activityType, (type) => activityTypeLabel[type]),
  ),
  sequence: repeating(12, ({ sequence }) => sequence),
  quality: unique(8, ({ quality }) => quality),
  source: repeating(24, ({ source }) => converted(source, (name) => sourceLabels[name])),
  newsletter: repeating(24, ({ newsletter }) => newsletter),
  specifics: unique(40, specificsValue),
  advertiser: repeating(24, ({ advertiser }) => advertiser),
  analystTags: repeating(24, ({ analystTags }) => listed(analystTags)),
  fullName: repeating(28, ({ fullName }) => fullName),
  firstName: repeating(16, ({ firstName }) => firstName),
  lastName: repeating(16, ({ lastName }) => lastName),
  email: unique(32, ({ email }) => email),
  jobTitle: repeating(28, ({ jobTitle }) => jobTitle),
  phone: unique(18, ({ phone }) => phone),
  // The full address, as on screen; city, state and country also have their own columns.
  address: unique(32, ({ formattedAddr }) => formattedAddr),
  city: repeating(16, ({ city }) => city),
  state: repeating(14, ({ state }) => state),
  country: repeating(18, ({ country }) => country),
  region: repeating(18, ({ region }) => region),
  consent: repeating(16, ({ consent }) => consent),
  linkedIn: unique(32, ({ linkedIn }) => linkedIn),
  company: repeating(28, ({ company }) => company),
  readerOrg: repeating(28, ({ readerOrg }) => readerOrg),
  orgType: repeating(24, ({ orgTypes }) => listed(orgTypes)),
  revenue: unique(16, ({ revenue }) => revenue),
  productCategory: repeating(24, ({ productCategories }) => listed(productCategories)),
  docTitle: repeating(48, ({ docTitle }) => docTitle),
  docUrl: repeating(40, ({ docUrl }) => docUrl),
  docId: repeating(14, ({ docId }) => docId),
  docType: repeating(18, ({ docType }) => docType),
  contentType: repeating(18, ({ contentType }) => contentType),
  topics: repeating(32, ({ topics }) => listed(topics)),
  buyersJourney: repeating(22, ({ stage }) => stage),
  portal: repeating(20, ({ portal }) => portal),
};

export interface ActivityColumn extends Column {
  /** The cell of a row as the viewer sees it. */
  readonly cell: ActivityValue<Cell>;
}

/** The export columns for fields of the vocabulary. */
export const activityColumns = (
  fields: readonly ExportColumnName[],
  viewer: ActivityViewer,
): ActivityColumn[] => {
  const values = activityValues(viewer);
  return fields.map((field) => {
    const { width, of, repeats = false } = contents[field];
    return { title: findExportColumn(field)?.label ?? field, width, repeats, cell: of(values) };
  });
};

/** The columns of a row that these export columns need. */
export const requiredColumns = (columns: readonly ActivityColumn[]): (keyof ActivityRow)[] => [
  ...new Set(columns.flatMap(({ cell }) => cell.needs)),
];
