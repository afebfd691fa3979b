// Evaluates alerts about a number of activities over a period.
import type { SeriesRule } from '@readerlens/contract';
import { countMonths, describeSeries, neededReaders } from '@readerlens/contract/alert-words';
import { cutOff } from '../../../platform/jobs/index.ts';
import { evaluateEntities, hasReaders, remembered, countedWindow } from './counting.ts';
import type { Memory } from './counting.ts';
import type { EntityCounts, EntityResult, TypeRules } from './evaluation.ts';
import { countedInWords, whyInWords } from './words.ts';

const seriesResult = (rule: SeriesRule, counts: EntityCounts, date: string, memory: Memory): EntityResult => {
  const { current, sinceNotified } = counts;
  const previous = memory.find(counts, null);
  const holds = current.activities >= rule.minimumCount && hasReaders(rule, current.readers);
  const isRepeat = previous !== undefined && sinceNotified < rule.minimumCount;
  const outcome = holds ? (isRepeat ? 'still above' : 'fires') : 'quiet';
  if (outcome === 'fires') memory.notify(counts, null, date);
  return {
    ...counts,
    outcome,
    expected: null,
    changePercent: null,
    direction: null,
    notifiedOn: previous?.on ?? null,
  };
};

export const series: TypeRules<SeriesRule> = {
  plan: (rule, slot) => {
    const { date, timeZone, state } = slot;
    const still = remembered(state, rule, date);
    const dates = new Set(still.map(({ on }) => on));
    const instants = new Map([...dates].map((on) => [on, cutOff(on, timeZone)]));
    const notified = still.map(({ clientId, entityId, on }) => ({
      clientId,
      entityId,
      from: instants.get(on)!,
    }));
    return { windows: { current: countedWindow(rule, slot), baseline: null }, by: rule.aggField, notified };
  },
  evaluate: (rule, plan, facts) =>
    evaluateEntities(rule, plan, facts, (counts, memory) => seriesResult(rule, counts, plan.date, memory)),
  audit: ({ aggField }) =>
    aggField === 'ReaderOrg' ? 'SeriesOfActivitiesOrgAudit' : 'SeriesOfActivitiesUserAudit',
  runInWords: (rule, totalMatched) => countedInWords(rule, describeSeries(rule), totalMatched),
  why: (rule, entity) =>
    whyInWords(rule, entity, {
      compared: ` in ${countMonths(rule.activityMonths)}`,
      needed: `${rule.minimumCount}${neededReaders(rule, ' by')}`,
    }),
  fileNote: () => null,
};
