import type { CallInput, Calls, MarketingCall } from '@readerlens/contract';
import { touchWindows } from '@readerlens/contract/marketing-pipeline';
import type { Influence } from '@readerlens/contract/marketing-pipeline';
import { canonicalLine, matchKey } from '@readerlens/contract/text';
import type { Figures } from '../figures/figure.ts';
import type { MarketingSelection } from '../marketing-selection.ts';
import { invalidInput } from '../../platform/http/errors.ts';
import { countAllDeals, countWindows, hasTouch, readDeals } from './deals.ts';
import type { Deal, PipelineRows } from './deals.ts';
import { describeDeals, readWithoutDeals } from './pipeline-rows.ts';
import { countStages, hasCycle, isInfluenced, summarizeDeals } from './summarize-deals.ts';
import { hasCredit, sumCredits } from './sum-credits.ts';

type RowsBody = CallInput<Calls['POST /api/marketing-performance/pipeline/rows']>['body'];

const matchesInfluence: Readonly<Record<Influence, (deal: Deal) => boolean>> = {
  all: () => true,
  influenced: isInfluenced,
  assisted: ({ isAssisted }) => isAssisted,
  accelerated: ({ isAccelerated }) => isAccelerated,
  none: (deal) => !isInfluenced(deal),
};

/** The deals behind a number: chosen from those that the figures count, so that the counts agree. */
const chooseDeals = async (rows: PipelineRows, body: RowsBody): Promise<Deal[]> => {
  const { basis = 'created', influence = 'all', outcomes, stage, currency, tactic, window, match } = body;
  const stageKey = stage === undefined ? undefined : matchKey(canonicalLine(stage));
  const tests: ((deal: Deal) => boolean)[] = [
    matchesInfluence[influence],
    ...(outcomes ? [({ outcome }: Deal) => outcome !== null && outcomes.includes(outcome)] : []),
    ...(stageKey === undefined ? [] : [(deal: Deal) => deal.stageKey === stageKey]),
    ...(currency === undefined ? [] : [(deal: Deal) => deal.currency === currency]),
    ...(match ? [(deal: Deal) => match.includes(deal.match)] : []),
    ...(body.hasAmount === true ? [({ cents }: Deal) => cents !== null] : []),
    ...(body.isDated === true ? [hasCycle] : []),
    ...(tactic === undefined && window === undefined
      ? []
      : [hasTouch(rows.selection, basis, { tactic, window })]),
    // What has no credit is not behind a number of credits.
    ...(tactic === undefined ? [] : [hasCredit]),
  ];
  return (await readDeals(rows, basis)).filter((deal) => tests.every((test) => test(deal)));
};

/** Figures of opportunities and of what engaged their organizations. */
export const pipelineFigures = {
  'POST /api/marketing-performance/pipeline': {
    async read(question) {
      const [deals, uploaded] = await Promise.all([
        readDeals(question, question.body.basis ?? 'created'),
        countAllDeals(question),
      ]);
      return { data: summarizeDeals(deals, uploaded) };
    },
  },
  'POST /api/marketing-performance/pipeline/by-stage': {
    read: async (question) => ({
      data: countStages(await readDeals(question, question.body.basis ?? 'created')),
    }),
  },
  'POST /api/marketing-performance/pipeline/touches': {
    async read(question) {
      return { data: countWindows(await readDeals(question, question.body.basis ?? 'created')) };
    },
  },
  'POST /api/marketing-performance/pipeline/credits': {
    async read(question) {
      const { basis = 'created', model = 'even' } = question.body;
      const { today, range } = question.selection;
      const period = basis === 'touch' ? { period: range } : {};
      return { data: sumCredits(await readDeals(question, basis), { model, today, ...period }) };
    },
  },
  'POST /api/marketing-performance/pipeline/rows': {
    check({ body: { window } }) {
      if (window !== undefined && !(touchWindows as readonly number[]).includes(window))
        throw invalidInput('window', 'No window begins with this day.');
    },
    async read(question) {
      const { page = 1, size = 10 } = question.body;
      const deals = await chooseDeals(question, question.body);
      const shown = deals.slice((page - 1) * size, page * size);
      return {
        data: await describeDeals(question, shown),
        total: deals.length,
        page,
        pageSize: size,
      };
    },
  },
  'POST /api/marketing-performance/pipeline/without-deals': {
    async read(question) {
      const { page = 1, size = 10 } = question.body;
      return { ...(await readWithoutDeals(question, { page, size })), page, pageSize: size };
    },
  },
} satisfies Partial<Figures<MarketingCall, MarketingSelection>>;
