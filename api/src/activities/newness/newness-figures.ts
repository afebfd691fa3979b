import { defaultLookback, newnessKinds } from '@readerlens/contract';
import type { Lookback, MarketingCall, NewnessSubject } from '@readerlens/contract';
import { addDays, findLastDay } from '@readerlens/filters/model';
import type { ResolvedRange } from '@readerlens/filters/model';
import { nameSources } from '../figures/fields.ts';
import type { Figures } from '../figures/figure.ts';
import type { MarketingSelection } from '../marketing-selection.ts';
import { invalidInput } from '../../platform/http/errors.ts';
import {
  countCohorts,
  countFirstSources,
  countNewness,
  countNewnessByMonth,
  countReadersOfNew,
} from './newness-counts.ts';
import { readNewnessRows } from './newness-rows.ts';

const chooseLookback = ({ lookback = defaultLookback }: { readonly lookback?: Lookback }) => lookback;

const readQuestion = (body: { readonly subject: NewnessSubject; readonly lookback?: Lookback }) => ({
  subject: body.subject,
  lookback: chooseLookback(body),
});

/** Whether somebody may have been active within the days to look back, but before the history begins. */
const isHistoryShort = (historyFrom: string | null, range: ResolvedRange, lookback: Lookback): boolean =>
  historyFrom !== null && lookback !== 'ever' && historyFrom > addDays(range.from, -Number(lookback));

/** The part of a range that is in a month. Throws 400 for a month outside of it. */
const limitToMonth = ({ from, to }: ResolvedRange, month: string): ResolvedRange => {
  const first = `${month}-01`;
  const last = findLastDay(month);
  if (last < from || first > to)
    throw invalidInput('month', 'The month must be in the period of the filters.');
  return { from: first < from ? from : first, to: last > to ? to : last };
};

/** Figures of who is new. */
export const newnessFigures = {
  'POST /api/marketing-performance/newness': {
    async read(question) {
      const lookback = chooseLookback(question.body);
      const [readers, organizations, readersOfNewOrganizations] = await Promise.all([
        countNewness(question, { subject: 'readers', lookback }),
        countNewness(question, { subject: 'organizations', lookback }),
        countReadersOfNew(question, lookback),
      ]);
      const { historyFrom } = readers;
      return {
        data: {
          readers: readers.counts,
          organizations: organizations.counts,
          readersOfNewOrganizations,
          historyFrom,
          isHistoryShort: isHistoryShort(historyFrom, question.selection.range, lookback),
        },
      };
    },
  },
  'POST /api/marketing-performance/newness/by-month': {
    read: async (question) => ({ data: await countNewnessByMonth(question, readQuestion(question.body)) }),
  },
  'POST /api/marketing-performance/newness/by-source': {
    read: async (question) => ({
      data: nameSources(await countFirstSources(question, readQuestion(question.body))),
    }),
  },
  'POST /api/marketing-performance/newness/cohorts': {
    read: async (question) => ({
      data: await countCohorts(question, readQuestion(question.body), question.selection.today),
    }),
  },
  'POST /api/marketing-performance/newness/rows': {
    check({ body: { isFullMonth, kinds = newnessKinds, source } }) {
      if (isFullMonth === undefined) return;
      if (kinds.includes('returning'))
        throw invalidInput('kinds', 'Only new ones are counted by the months whose days are over.');
      if (source !== undefined)
        throw invalidInput('source', 'The first source is that of the period, not that of a month.');
    },
    async read(question) {
      const { kinds = newnessKinds, month, source, isFullMonth, page = 1, size = 10 } = question.body;
      const { selection } = question;
      const range = month === undefined ? selection.range : limitToMonth(selection.range, month);
      const wanted = {
        ...readQuestion(question.body),
        kinds,
        source,
        fullMonthsOn: isFullMonth ? selection.today : undefined,
        size,
        offset: (page - 1) * size,
      };
      const limited = { ...question, selection: { ...selection, range } };
      return { ...(await readNewnessRows(limited, wanted)), page, pageSize: size };
    },
  },
} satisfies Partial<Figures<MarketingCall, MarketingSelection>>;
