import { lookbacks, newnessSubjects } from '@readerlens/contract/marketing';
import type { Lookback, NewnessKind, NewnessSubject } from '@readerlens/contract/marketing';
import { useUrlChoice } from '@readerlens/filters';

/** What the rows of the page are limited to. */
export const shownKinds = ['new', 'netNew', 'reactivated', 'returning', 'active', 'fullMonths'] as const;
export type ShownKind = (typeof shownKinds)[number];

export const kindsOfShown: Record<ShownKind, readonly NewnessKind[]> = {
  new: ['netNew', 'reactivated'],
  netNew: ['netNew'],
  reactivated: ['reactivated'],
  returning: ['returning'],
  active: ['netNew', 'reactivated', 'returning'],
  // Once for each month in which they are new.
  fullMonths: ['netNew', 'reactivated'],
};

export const subjectWords: Record<NewnessSubject, { one: string; many: string; title: string }> = {
  readers: { one: 'reader', many: 'readers', title: 'Readers' },
  organizations: { one: 'organization', many: 'organizations', title: 'Organizations' },
};

export const lookbackOptions: readonly { value: Lookback; label: string }[] = [
  { value: '365', label: 'Look back 365 days' },
  { value: '90', label: 'Look back 90 days' },
  { value: 'ever', label: 'Look back to the start' },
];

const defaultFirst = (options: readonly Lookback[]): [Lookback, ...Lookback[]] => [
  '365',
  ...options.filter((option) => option !== '365'),
];

export interface NewnessChoice {
  subject: NewnessSubject;
  lookback: Lookback;
}

/** The subject and the days to look back, kept in the URL. */
export const useNewnessChoice = () => {
  const [subject, setSubject] = useUrlChoice('subject', newnessSubjects);
  const [lookback, setLookback] = useUrlChoice('lookback', defaultFirst(lookbacks));
  return { subject, setSubject, lookback, setLookback };
};

/** How 'new' is counted, in words. */
export const describeNewness = ({ subject, lookback }: NewnessChoice): string => {
  const { one } = subjectWords[subject];
  const rule =
    lookback === 'ever'
      ? `A ${one} is new if there is no activity before the period.`
      : `A ${one} is net new without any activity before the first one in the period, and reactivated if all earlier ones are more than ${lookback} days before it. New are both.`;
  const organization =
    subject === 'organizations' ? ' The organization is that of the reader at the time.' : '';
  return `${rule.replace('A organization', 'An organization')}${organization} The filters apply to earlier activities as well. Days are UTC.`;
};
