// Evaluates alerts about more or fewer activities than in a baseline before.
import {
  changeNeeded,
  describeChange,
  neededBaseline,
  neededReaders,
  numbers,
  subjects,
} from '@readerlens/contract/alert-words';
import type { ChangeRule, RunOutcome } from '@readerlens/contract';
import { addDays, addMonths } from '@readerlens/filters/model';
import { cutOff } from '../../../platform/jobs/index.ts';
import { evaluateEntities, hasReaders, countedWindow } from './counting.ts';
import type { Memory } from './counting.ts';
import type { Direction, EntityCounts, EntityResult, Explained, Notified, TypeRules } from './evaluation.ts';
import { countedInWords, formatPercent, isSilent, whyInWords } from './words.ts';

/** Days before an entity whose change has ended can be notified of it again. */
const calmDays = 7;

const findDirection = (difference: number): Direction => {
  if (difference === 0) return null;
  return difference < 0 ? 'Negative' : 'Positive';
};

/** Compares in whole numbers: a threshold that is reached exactly must not be missed by rounding. */
const compareCounts = (rule: ChangeRule, { current, baseline }: EntityCounts) => {
  const scaledExpected = baseline.activities * rule.activityMonths;
  const difference = current.activities * rule.baselineActivityMonths - scaledExpected;
  const direction = findDirection(difference);
  const isReached = Math.abs(difference) * 100 >= rule.minimumThresholdPercent * scaledExpected;
  const isChosen = rule.thresholdDirection === 'Both' || rule.thresholdDirection === direction;
  // An organization that fell silent has no current readers.
  const { readers } = direction === 'Positive' ? current : baseline;
  return {
    direction,
    expected: scaledExpected / rule.baselineActivityMonths,
    changePercent: scaledExpected === 0 ? null : (difference / scaledExpected) * 100,
    holds: isReached && isChosen && hasReaders(rule, readers),
  };
};

const mayRepeat = ({ on, hasCleared }: Notified, date: string): boolean =>
  hasCleared && date >= addDays(on, calmDays);

const changeResult = (rule: ChangeRule, counts: EntityCounts, date: string, memory: Memory): EntityResult => {
  const { direction, holds, ...change } = compareCounts(rule, counts);
  const previous = memory.find(counts, direction);
  const buildResult = (outcome: RunOutcome): EntityResult => ({
    ...counts,
    ...change,
    outcome,
    direction,
    notifiedOn: previous?.on ?? null,
  });
  // Says nothing about the change, so what was notified before neither clears nor repeats.
  if (counts.baseline.activities < neededBaseline(rule)) return buildResult('insufficient baseline');
  for (const each of ['Positive', 'Negative'] as const) {
    const notified = memory.find(counts, each);
    if (notified && !(holds && each === direction)) memory.set({ ...notified, hasCleared: true });
  }
  if (!holds) return buildResult('quiet');
  if (previous && !mayRepeat(previous, date)) return buildResult('still changed');
  memory.notify(counts, direction, date);
  return buildResult('fires');
};

const comparison = ({ expected, changePercent, direction }: Explained): string => {
  if (expected === null || changePercent === null) return '';
  if (direction === null) return ', as many as expected';
  const word = direction === 'Positive' ? 'more' : 'less';
  return `, ${formatPercent(changePercent)} ${word} than the ${numbers.format(expected)} expected`;
};

export const change: TypeRules<ChangeRule> = {
  plan: (rule, slot) => {
    const current = countedWindow(rule, slot);
    const first = addMonths(slot.date, -(rule.activityMonths + rule.baselineActivityMonths));
    const baseline = { from: cutOff(first, slot.timeZone), to: current.from };
    return { windows: { current, baseline }, by: rule.aggField, notified: [] };
  },
  evaluate: (rule, plan, facts) =>
    evaluateEntities(rule, plan, facts, (counts, memory) => changeResult(rule, counts, plan.date, memory)),
  audit: ({ aggField }) =>
    aggField === 'ReaderOrg' ? 'ChangeInActivitiesOrgAudit' : 'ChangeInActivitiesUserAudit',
  runInWords: (rule, totalMatched) => countedInWords(rule, describeChange(rule), totalMatched),
  why: (rule, entity) =>
    whyInWords(rule, entity, {
      compared: comparison(entity),
      needed: `${changeNeeded(rule)}${neededReaders(rule, ' and')}`,
      neededBaseline: neededBaseline(rule),
    }),
  fileNote: (rule, reported) =>
    reported.some(isSilent)
      ? `For ${subjects[rule.aggField]}s without activities in the current period, the file lists those of the baseline.`
      : null,
};
