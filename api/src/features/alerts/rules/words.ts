// Words that the types of alerts share. Pure.
import type { CountingRule } from '@readerlens/contract';
import { countActivities, counted, numbers, subjects } from '@readerlens/contract/alert-words';
import type { EntityResult, Explained } from './evaluation.ts';

const dates = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'long',
  day: '2-digit',
  timeZone: 'UTC',
});

/** Rounds a whole percent down: 49.9% must not read as a threshold of 50% that was reached. */
export const formatPercent = (percent: number): string =>
  `${numbers.format(Math.floor(Math.abs(percent) + 1e-9))}%`;

const formatDate = (date: string): string => dates.format(new Date(date));

const countedActivities = ({ current }: Explained, { aggField }: CountingRule): string => {
  const { activities, readers } = current;
  const count = activities === 0 ? 'No activities' : countActivities(activities);
  return aggField === 'ReaderOrg' && readers > 0 ? `${count} by ${counted(readers, 'reader')}` : count;
};

/** Says why an entity was reported or not: '9 activities by 3 readers, 50% more than the 6 expected'. */
export const whyInWords = (
  rule: CountingRule,
  entity: Explained,
  words: { readonly compared: string; readonly needed: string; readonly neededBaseline?: number },
): string => {
  const { outcome, baseline, notifiedOn } = entity;
  const finding = `${countedActivities(entity, rule)}${words.compared}`;
  switch (outcome) {
    case 'fires':
      return finding;
    case 'still above':
    case 'still changed':
      return `${finding}${notifiedOn ? `; reported on ${formatDate(notifiedOn)}` : ''}`;
    case 'insufficient baseline': {
      const needed = words.neededBaseline === undefined ? '' : `; ${words.neededBaseline} needed`;
      return `${countActivities(baseline.activities)} in the baseline${needed}`;
    }
    case 'quiet':
      return `${finding}; ${words.needed} needed`;
  }
};

/** A run of a type that counts. */
export const countedInWords = ({ aggField }: CountingRule, condition: string, totalMatched: number): string =>
  `${counted(totalMatched, subjects[aggField])} had ${condition}.`;

/** Tells whether an entity has no activities in the current window, so that its file lists those of the baseline. */
export const isSilent = ({ current }: Pick<EntityResult, 'current'>): boolean => current.activities === 0;
