import { hiddenSpecificsText, noNotesText, readerQuestionsTitle } from '@readerlens/contract/explorer';
import { activityTypeLabel } from '@readerlens/contract/vocabulary';
import type { ActivityType, Stage } from '@readerlens/contract/vocabulary';
import type { ActivityView } from '../../activities/activity-view.ts';

/** The icon before a value. */
export type Badge =
  | { readonly kind: 'type'; readonly type: ActivityType }
  | { readonly kind: 'stage'; readonly stage: Stage }
  | { readonly kind: 'quality'; readonly quality: number };

export interface SheetLine {
  readonly text: string;
  /** http, https or mailto. */
  readonly link?: string;
  readonly strong?: boolean;
}

export interface SheetField {
  readonly label: string;
  readonly lines: readonly SheetLine[];
  readonly badge?: Badge;
}

export interface SheetSection {
  /** Missing for notes, which are shown under the panel's title. */
  readonly title?: string;
  /** Each a question with its answers, or a note. */
  readonly entries: readonly (readonly SheetLine[])[];
}

/** The printable sheet of an activity: plain data, so that it can be sent to a thread. */
export interface Sheet {
  readonly title: string;
  /** 'MMMM DD, YYYY'. */
  readonly date: string;
  readonly reader: readonly SheetField[];
  readonly engagement: readonly SheetField[];
  /** Empty if there is nothing to show. */
  readonly specifics: readonly SheetSection[];
}

/** Contact for readers of a sheet. */
export interface Help {
  readonly email: string;
  readonly knowledgeBaseUrl: string;
}

const longDate = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  day: '2-digit',
  year: 'numeric',
  timeZone: 'UTC',
});

/** '{activity type} from {portal}'. */
export const sheetTitle = ({ activityType, portal }: Pick<ActivityView, 'activityType' | 'portal'>): string =>
  `${activityTypeLabel[activityType]} from ${portal}`;

export const sheetDate = (date: string): string => longDate.format(new Date(date));

/** An address that is safe as a link in a document: http and https only. */
const webAddress = (text: string | null): URL | undefined => {
  const url = text === null ? null : URL.parse(text);
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
};

const field = (label: string, text: string | null, more: Partial<SheetLine> = {}): SheetField[] =>
  text === null || text.trim() === '' ? [] : [{ label, lines: [{ text, ...more }] }];

/** A name needs both first and last name. */
const readerFields = (view: ActivityView): SheetField[] => {
  const { firstName, lastName, fullName, email } = view;
  return [
    ...field('NAME', firstName && lastName ? fullName : null, { strong: true }),
    ...field('JOB TITLE', view.jobTitle),
    ...field('COMPANY', view.company),
    ...field('EMAIL', email, email === null ? {} : { link: `mailto:${email}` }),
    ...field('ADDRESS', view.formattedAddr),
    ...field('PHONE', view.phone),
  ];
};

const contentLines = ({ docTitle, docUrl }: ActivityView): SheetLine[] => {
  const link = webAddress(docUrl)?.href;
  const linked = link ? { link } : {};
  return [{ text: docTitle, strong: true, ...linked }, ...(docUrl ? [{ text: docUrl, ...linked }] : [])];
};

const engagementFields = (view: ActivityView): SheetField[] => {
  const { activityType: type, stage, quality } = view;
  const origin = webAddress(view.docUrl)?.origin ?? null;
  return [
    { label: 'ACTIVITY TYPE', lines: [{ text: activityTypeLabel[type] }], badge: { kind: 'type', type } },
    { label: 'CONTENT TITLE', lines: contentLines(view) },
    ...field('REQUEST RECEIVED FROM', origin, origin === null ? {} : { link: origin }),
    { label: "BUYER'S JOURNEY", lines: [{ text: stage }], badge: { kind: 'stage', stage } },
    ...(quality === null
      ? []
      : [
          {
            label: 'QUALITY SCORE',
            lines: [{ text: `Quality ${quality}` }],
            badge: { kind: 'quality' as const, quality },
          },
        ]),
  ];
};

const question = (text: string): SheetLine => ({ text: `[Q] ${text}`, strong: true });
const answer = (text: string | null, by: string | null = null): SheetLine[] =>
  text === null ? [] : [{ text: `[A] ${text}${by === null ? '' : ` (${by})`}` }];

const structured = ({ specificsModel }: ActivityView): SheetSection[] => {
  if (!specificsModel) return [];
  const { questions, polls, surveys, registrationQuestions } = specificsModel;
  const chosen = (list: typeof polls) =>
    list.map((one) => [question(one.question), ...answer(one.answers.join(', ') || null)]);
  const sections: SheetSection[] = [
    {
      title: readerQuestionsTitle,
      entries: questions.map((one) => [question(one.question), ...answer(one.answer, one.answeredBy)]),
    },
    { title: 'Polls', entries: chosen(polls) },
    { title: 'Surveys', entries: chosen(surveys) },
    {
      title: 'Registration Questions',
      entries: registrationQuestions.map((one) => [question(one.question), ...answer(one.answer)]),
    },
  ];
  return sections.filter(({ entries }) => entries.length > 0);
};

const paragraphs = (text: string): SheetSection => ({
  entries: text
    .split(/\n+/)
    .filter((line) => line.trim() !== '')
    .map((line) => [{ text: line }]),
});

/** Free text comes before structured data; a customer request without either says so. */
const specificsSections = (view: ActivityView, blinded: boolean): SheetSection[] => {
  const { specifics, activityType, hasSpecifics } = view;
  if (blinded && hasSpecifics) return [paragraphs(hiddenSpecificsText)];
  const note = specifics?.trim() ?? '';
  const sections = [...(note === '' ? [] : [paragraphs(note)]), ...structured(view)];
  if (sections.length > 0) return sections;
  return activityType === 'CustomerRequest' ? [paragraphs(noNotesText)] : [];
};

/** The content of an activity's sheet; with pseudonyms and without reader texts in Blinded Mode. */
export const buildSheet = (view: ActivityView, { blinded }: { readonly blinded: boolean }): Sheet => ({
  title: sheetTitle(view),
  date: sheetDate(view.date),
  reader: readerFields(view),
  engagement: engagementFields(view),
  specifics: specificsSections(view, blinded),
});
