import { defaultLookback } from '@readerlens/contract';
import type { CallInput, Calls, ChangeMeasure, MarketingCall, NewnessSubject } from '@readerlens/contract';
import { sourceLabels } from '@readerlens/contract/vocabulary';
import type { Source } from '@readerlens/contract/vocabulary';
import { comparedRange } from '@readerlens/filters/model';
import type { ResolvedRange } from '@readerlens/filters/model';
import { sql } from 'kysely';
import { sourceCode } from '../codes.ts';
import { nameSources } from '../figures/fields.ts';
import type { CodeCount } from '../figures/fields.ts';
import { readRows } from '../figures/figure.ts';
import type { Figures, Selected } from '../figures/figure.ts';
import type { MarketingSelection } from '../marketing-selection.ts';
import { countFirstSources } from '../newness/newness-counts.ts';
import { countDeals } from '../pipeline/deals.ts';
import { isInfluenced } from '../pipeline/summarize-deals.ts';
import { describeEvent } from '../tactics/event-figures.ts';
import { withRegistrants } from '../tactics/events.ts';
import type { StoredEvent } from '../tactics/events.ts';
import { describeIssue } from '../tactics/newsletter-figures.ts';
import { withRecipients } from '../tactics/newsletters.ts';
import type { StoredIssue } from '../tactics/newsletters.ts';
import { nameWebinar } from '../tactics/webinar-people.ts';
import { withRows } from '../tactics/webinar-rows.ts';
import { groupBy } from '../../platform/group-by.ts';
import { countColumn } from './count-column.ts';
import { readEngagementChange } from './engagement-change.ts';
import { splitChange } from './split-change.ts';
import type { CountedPart } from './split-change.ts';

type Body = CallInput<Calls['POST /api/marketing-performance/changes']>['body'];
type Question = Selected<MarketingSelection> & { readonly body: Body };

interface NamedPart extends CountedPart {
  readonly name: string;
}
interface NamedCount {
  readonly id: string;
  readonly name: string;
  readonly count: number;
}

const emptyPart = ({ id, name }: NamedCount) => ({ id, name, current: 0, previous: 0 });

/** Joins the counts of both periods by id. The name of the later period counts: a title may have changed. */
const joinCounts = (current: readonly NamedCount[], previous: readonly NamedCount[]): NamedPart[] => {
  const parts = new Map<string, NamedPart>();
  for (const one of current) parts.set(one.id, { ...emptyPart(one), current: one.count });
  for (const one of previous)
    parts.set(one.id, { ...(parts.get(one.id) ?? emptyPart(one)), previous: one.count });
  return [...parts.values()];
};

/** Reads the parts of a number in each period with the statement that its page uses. */
const readBoth =
  (read: (question: Question) => Promise<NamedCount[]>) =>
  async (question: Question, before: ResolvedRange): Promise<NamedPart[]> => {
    const [current, previous] = await Promise.all([
      read(question),
      read({ ...question, selection: { ...question.selection, range: before } }),
    ]);
    return joinCounts(current, previous);
  };

const nameSource = (name: Source) => ({ id: name, name: sourceLabels[name] });

const readEngagementSources = async (question: Question, before: ResolvedRange): Promise<NamedPart[]> => {
  const rows = await countColumn(question, before, 'source');
  return (Object.keys(sourceCode) as Source[]).flatMap((name) => {
    const row = rows.find(({ code }) => code === sourceCode[name]);
    return row ? [{ ...nameSource(name), current: row.current, previous: row.previous }] : [];
  });
};

const toSourceCounts = (counts: readonly CodeCount[]): NamedCount[] =>
  nameSources(counts).map(({ name, value }) => ({ ...nameSource(name), count: value }));

const readNew = (subject: NewnessSubject) =>
  readBoth(async (question) => {
    const { lookback = defaultLookback } = question.body;
    return toSourceCounts(await countFirstSources(question, { subject, lookback }));
  });

const readInfluenced = readBoth((question) =>
  countDeals(question, question.body.basis ?? 'created', 'influenced by stage', (deals) =>
    [...groupBy(deals.filter(isInfluenced), ({ stageKey }) => stageKey)].map(([id, own]) => ({
      id,
      name: own[0]?.stage ?? id,
      count: own.length,
    })),
  ),
);

const readWebinars = readBoth(async (question) => {
  interface Row {
    readonly key: string;
    readonly number: number;
    readonly title: string;
    readonly count: number;
  }
  const rows = await readRows(
    question.kysely,
    sql<Row>`
      ${withRows(question)}
      SELECT r.key, min(r.number) AS number, (array_agg(r.title ORDER BY r.id DESC))[1] AS title, count(*) AS count
      FROM row AS r GROUP BY 1`,
  );
  return rows.map(({ key, count, ...row }) => ({ id: key, name: nameWebinar(row, question.session), count }));
});

const readEvents = readBoth(async (question) => {
  const rows = await readRows(
    question.kysely,
    sql<StoredEvent & { count: number }>`
      ${withRegistrants(question, undefined)}
      SELECT key, first_id AS "firstId", title, starts_on AS "startsOn", count(*) AS count
      FROM registrant GROUP BY 1, 2, 3, 4`,
  );
  return rows.map(({ count, ...row }) => ({ id: row.key, name: describeEvent(row, question).title, count }));
});

const readIssues = readBoth(async (question) => {
  const rows = await readRows(
    question.kysely,
    sql<StoredIssue & { count: number }>`
      ${withRecipients(question, { hasReaders: false })}
      SELECT key, first_id AS "firstId", title, sent_at AS "sentAt", count(*) FILTER (WHERE clicked) AS count
      FROM recipient GROUP BY 1, 2, 3, 4`,
  );
  return rows.map(({ count, ...row }) => ({ id: row.key, name: describeIssue(row, question).title, count }));
});

type ReadParts = (question: Question, before: ResolvedRange) => Promise<NamedPart[]>;

const partsOfMeasure: Record<Exclude<ChangeMeasure, 'engagementsByDocument'>, ReadParts> = {
  engagementsBySource: readEngagementSources,
  newReadersBySource: readNew('readers'),
  newOrganizationsBySource: readNew('organizations'),
  influencedDealsByStage: readInfluenced,
  registrantsByWebinar: readWebinars,
  registrantsByEvent: readEvents,
  clickersByIssue: readIssues,
};

/** What the number of a page has changed by, against the period before. */
export const changeFigures = {
  'POST /api/marketing-performance/changes': {
    async read(question) {
      const { measure, comparedWith = 'previous' } = question.body;
      const before = comparedRange(question.selection.range, comparedWith);
      if (measure === 'engagementsByDocument')
        return { data: await readEngagementChange(question, 'document', before) };
      return { data: splitChange(await partsOfMeasure[measure](question, before)) };
    },
  },
} satisfies Partial<Figures<MarketingCall, MarketingSelection>>;
