import type { CallInput, Calls, MarketingCall } from '@readerlens/contract';
import { touchWindows } from '@readerlens/contract/marketing-pipeline';
import type { Influence } from '@readerlens/contract/marketing-pipeline';
import { canonicalLine, matchKey } from '@readerlens/contract/text';
import type { Figures } from '../figures/figure.ts';
import type { MarketingSelection } from '../marketing-selection.ts';
import { invalidInput } from '../../platform/http/errors.ts';
import { countAllDeals, countDeals, countWindows, hasTouch } from './deals.ts';
import type { Deal } from './deals.ts';
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
const chooseDeals = (
  deals: readonly Deal[],
  selection: MarketingSelection,
  body: RowsBody,
): readonly Deal[] => {
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
    ...(tactic === undefined && window === undefined ? [] : [hasTouch(selection, basis, { tactic, window })]),
    // What has no credit is not behind a number of credits.
    ...(tactic === undefined ? [] : [hasCredit]),
  ];
  return deals.filter((deal) => tests.every((test) => test(deal)));
};

/** Figures of opportunities and of what engaged their organizations. */
export const pipelineFigures = {
  'POST /api/marketing-performance/pipeline': {
    async read(question) {
      const [summary, uploaded] = await Promise.all([
        countDeals(question, question.body.basis ?? 'created', 'summary', summarizeDeals),
        countAllDeals(question),
      ]);
      return { data: { uploaded, ...summary } };
    },
  },
  'POST /api/marketing-performance/pipeline/by-stage': {
    read: async (question) => ({
      data: await countDeals(question, question.body.basis ?? 'created', 'stages', countStages),
    }),
  },
  'POST /api/marketing-performance/pipeline/touches': {
    read: async (question) => ({
      data: await countDeals(question, question.body.basis ?? 'created', 'windows', countWindows),
    }),
  },
  'POST /api/marketing-performance/pipeline/credits': {
    async read(question) {
      const { basis = 'created', model = 'even' } = question.body;
      const { today, range } = question.selection;
      const period = basis === 'touch' ? { period: range } : {};
      return {
        data: await countDeals(question, basis, ['credits', model], (deals) =>
          sumCredits(deals, { model, today, ...period }),
        ),
      };
    },
  },
  'POST /api/marketing-performance/pipeline/rows': {
    check({ body: { window } }) {
      if (window !== undefined && !(touchWindows as readonly number[]).includes(window))
        throw invalidInput('window', 'No window begins with this day.');
    },
    async read(question) {
      const { body, selection } = question;
      const { basis = 'created', page = 1, size = 10 } = body;
      const { shown, total } = await countDeals(question, basis, ['rows', body], (deals) => {
        const chosen = chooseDeals(deals, selection, body);
        return { shown: chosen.slice((page - 1) * size, page * size), total: chosen.length };
      });
      return { data: await describeDeals(question, shown), total, page, pageSize: size };
    },
  },
  'POST /api/marketing-performance/pipeline/without-deals': {
    async read(question) {
      const { page = 1, size = 10 } = question.body;
      return { ...(await readWithoutDeals(question, { page, size })), page, pageSize: size };
    },
  },
} satisfies Partial<Figures<MarketingCall, MarketingSelection>>;
