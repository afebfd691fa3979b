// What the mail of a page says: the tiles of the page, and what has changed, by the statements and words of the page.
import {
  chooseMeasure,
  emptyPageWords,
  measureWords,
  startSides,
} from '@readerlens/contract/marketing-pages';
import type { MarketingPageName, PageChoice } from '@readerlens/contract/marketing-pages';
import {
  describeChange,
  listContentFigures,
  listEventFigures,
  listNewnessFigures,
  listNewsletterFigures,
  listPipelineFigures,
  listWebinarFigures,
  writeChangeTable,
  writeComparison,
} from '@readerlens/contract/marketing-figures';
import type { ShownFigure, ShownTable } from '@readerlens/contract/marketing-figures';
import type { CallData, CallInput, Calls, MarketingCall } from '@readerlens/contract';
import { formatDays } from '@readerlens/contract/numbers';
import { comparedRange } from '@readerlens/filters/model';
import type { Filter } from '@readerlens/filters/model';
import type { Kysely } from 'kysely';
import type { DimensionNamesSource } from '../../../activities/dimension-names.ts';
import type { Figure, FigureRequest } from '../../../activities/figures/figure.ts';
import type { MarketingSelection } from '../../../activities/marketing-selection.ts';
import type { Session } from '../../../people/session.ts';
import type { Schema } from '../../../platform/db/index.ts';
import { marketingFigures } from '../marketing-figures.ts';

export interface PageContent {
  readonly figures: readonly ShownFigure[];
  /** The table of a page without tiles. */
  readonly table?: ShownTable;
  /** What the page says in place of figures, because it has no input. */
  readonly empty?: string;
  /** How the main number has changed, as a sentence. */
  readonly change?: string;
  /** Its parts with the largest changes. */
  readonly changes?: ShownTable | undefined;
}

export interface PageQuestion {
  readonly kysely: Kysely<Schema>;
  readonly names: DimensionNamesSource;
  readonly session: Session;
  readonly filters: readonly Filter[];
  readonly selection: MarketingSelection;
  readonly choice: PageChoice;
}

type Body<K extends MarketingCall> = Omit<CallInput<Calls[K]>['body'], 'activityTypes' | 'filters'>;
type Read = <K extends MarketingCall>(call: K, body: Body<K>) => Promise<CallData<Calls[K]>>;

/** Reads the figure of a call as its route does, for a selection. */
const createRead =
  ({ filters, session, ...question }: PageQuestion): Read =>
  async <K extends MarketingCall>(call: K, body: Body<K>) => {
    const figure = marketingFigures[call] as unknown as Figure<K, MarketingSelection>;
    const { activityTypes } = question.selection;
    const request = {
      body: { filters, activityTypes, ...body },
      params: {},
      query: {},
      session,
    } as unknown as FigureRequest<K>;
    figure.check?.(request);
    const answer = await figure.read({ ...request, ...question, session });
    return (answer as { data: CallData<Calls[K]> }).data;
  };

interface Reads {
  readonly read: Read;
  /** Of the period that the page is compared with. */
  readonly readBefore: Read | undefined;
  readonly choice: PageChoice;
}

const readBoth = <K extends MarketingCall>({ read, readBefore }: Reads, call: K, body: Body<K>) =>
  Promise.all([read(call, body), readBefore?.(call, body)]);

type Content = Pick<PageContent, 'empty' | 'figures' | 'table'>;
const onlyFigures = (figures: readonly ShownFigure[]): Content => ({ figures });
const nothing = (empty: string): Content => ({ figures: [], empty });

const pages: Record<MarketingPageName, (reads: Reads) => Promise<Content>> = {
  async contentInsights(reads) {
    return onlyFigures(
      listContentFigures(...(await readBoth(reads, 'POST /api/marketing-performance/content', {}))),
    );
  },
  async netNew(reads) {
    const { subject = 'readers', lookback } = reads.choice;
    const limit = lookback === undefined ? {} : { lookback };
    const [cohorts, both] = await Promise.all([
      reads.read('POST /api/marketing-performance/newness/cohorts', { subject, ...limit }),
      readBoth(reads, 'POST /api/marketing-performance/newness', limit),
    ]);
    return onlyFigures(listNewnessFigures({ subject, cohorts }, ...both));
  },
  async pipeline(reads) {
    const { basis = 'created', currency } = reads.choice;
    const [data, before] = await readBoth(reads, 'POST /api/marketing-performance/pipeline', { basis });
    if (data.uploaded === 0) return nothing(emptyPageWords.pipeline.upload);
    return onlyFigures(listPipelineFigures({ currency }, data, before));
  },
  async comparison({ read, choice: { sides = startSides } }) {
    const [baseline, comparison] = [sides.baseline, sides.comparison].map(({ kind, ids }) => ({
      kind,
      ids: [...ids],
    })) as [CallInput<Calls['POST /api/marketing-performance/comparison']>['body']['baseline'], never];
    const data = await read('POST /api/marketing-performance/comparison', { baseline, comparison });
    return { figures: [], table: writeComparison(data) };
  },
  async webinars(reads) {
    const [data, before] = await readBoth(reads, 'POST /api/marketing-performance/webinars', {});
    const words = emptyPageWords.webinars;
    if (data.uploaded === 0) return nothing(words.upload);
    if (data.webinars === 0) return nothing(words.period);
    return onlyFigures(listWebinarFigures(data, before));
  },
  async events(reads) {
    const [lift, [data, before]] = await Promise.all([
      reads.read('POST /api/marketing-performance/events/lift', {}),
      readBoth(reads, 'POST /api/marketing-performance/events', {}),
    ]);
    const words = emptyPageWords.events;
    if (data.uploaded === 0) return nothing(words.upload);
    if (data.events === 0) return nothing(words.period);
    return onlyFigures(listEventFigures({ lift }, data, before));
  },
  async newsletters(reads) {
    const [data, before] = await readBoth(reads, 'POST /api/marketing-performance/newsletters', {});
    const words = emptyPageWords.newsletters;
    if (data.uploaded === 0) return nothing(words.upload);
    if (data.issues === 0) return nothing(words.period);
    return onlyFigures(listNewsletterFigures(data, before));
  },
};

/** The dates that a page is about, and those that it is compared with. */
const findBefore = ({ selection, choice }: PageQuestion) =>
  comparedRange(selection.range, choice.comparedWith ?? 'previous');

/** Reads what a page shows at the top for a selection. */
export const readPageContent = async (
  page: MarketingPageName,
  question: PageQuestion,
): Promise<PageContent> => {
  const { choice, selection } = question;
  const before = findBefore(question);
  const read = createRead(question);
  const readBefore =
    choice.comparedWith === undefined
      ? undefined
      : createRead({ ...question, selection: { ...selection, range: before } });
  const measure = chooseMeasure(page, choice);
  const { lookback, basis, comparedWith = 'previous' } = choice;
  const [content, change] = await Promise.all([
    pages[page]({ read, readBefore, choice }),
    read('POST /api/marketing-performance/changes', {
      measure,
      comparedWith,
      ...(lookback === undefined ? {} : { lookback }),
      ...(basis === undefined ? {} : { basis }),
    }),
  ]);
  if (content.empty !== undefined) return content;
  const words = { ...measureWords[measure], dates: formatDays(before.from, before.to) };
  return { ...content, change: describeChange(change, words), changes: writeChangeTable(change, words) };
};
