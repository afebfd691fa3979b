// A second implementation of the rules, as plain as possible, which tests compare the engine with. It counts raw activities
// by their local dates, keeps every notification for ever, and shares nothing with the engine but types.
import type { ChangeRule, SeriesRule } from '@readerlens/contract';
import type { AlertActivity, AlertDefinition } from '../evaluation.ts';

export interface NaiveRun {
  readonly date: string;
  /** Ids of the activities that a Specific alert reports, in order of their time, then by client and id. */
  readonly activities: readonly number[];
  /** 'client-entity outcome' of every entity with activities in the windows, sorted. */
  readonly entities: readonly string[];
  readonly incomplete: readonly number[];
}

const lastDay = (year: number, month: number): number => {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
};

const back = (date: string, months: number): string => {
  let [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  for (let step = 0; step < months; step += 1) {
    month -= 1;
    if (month === 0) {
      month = 12;
      year -= 1;
    }
  }
  while (day > lastDay(year, month)) day -= 1;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
};

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

/** An activity with the local date on which it became available. */
interface Dated extends AlertActivity {
  readonly day: string;
}

const dated = (activities: readonly AlertActivity[], timeZone: string): Dated[] => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  return activities.map((activity) => ({ ...activity, day: format.format(activity.availableAt) }));
};

const between = (activities: readonly Dated[], from: string, to: string) =>
  activities.filter(({ day }) => day >= from && day < to);

const countReaders = (activities: readonly Dated[]): number => {
  const seen: number[] = [];
  for (const { readerId } of activities) if (!seen.includes(readerId)) seen.push(readerId);
  return seen.length;
};

/** Everything that happened to one entity so far. */
interface Past {
  readonly fired: { readonly date: string; readonly direction: string }[];
  readonly quiet: { readonly date: string; readonly direction: string }[];
}

const seriesOutcome = (rule: SeriesRule, own: readonly Dated[], date: string, past: Past): string => {
  const current = between(own, back(date, rule.activityMonths), date);
  if (current.length < rule.minimumCount) return 'quiet';
  if (rule.aggField === 'ReaderOrg' && countReaders(current) < rule.uniqueUserCount!) return 'quiet';
  const before = past.fired.at(-1);
  if (before && between(own, before.date, date).length < rule.minimumCount) return 'still above';
  past.fired.push({ date, direction: '' });
  return 'fires';
};

const changeOutcome = (rule: ChangeRule, own: readonly Dated[], date: string, past: Past): string => {
  const start = back(date, rule.activityMonths);
  const current = between(own, start, date);
  const baseline = between(own, back(date, rule.activityMonths + rule.baselineActivityMonths), start);
  if (baseline.length === 0 || baseline.length < rule.minimumBaselineActivities)
    return 'insufficient baseline';
  const expected = (baseline.length * rule.activityMonths) / rule.baselineActivityMonths;
  const percent = (100 * (current.length - expected)) / expected;
  const grew = percent >= rule.minimumThresholdPercent - 1e-9;
  const fell = percent <= -rule.minimumThresholdPercent + 1e-9;
  const enough = (counted: readonly Dated[]) =>
    rule.aggField === 'Reader' || countReaders(counted) >= rule.uniqueUserCount!;
  const isMore = grew && rule.thresholdDirection !== 'Negative' && enough(current);
  const isLess = fell && rule.thresholdDirection !== 'Positive' && enough(baseline);
  if (!isMore) past.quiet.push({ date, direction: 'more' });
  if (!isLess) past.quiet.push({ date, direction: 'less' });
  if (!isMore && !isLess) return 'quiet';
  const direction = isMore ? 'more' : 'less';
  const before = past.fired.findLast((each) => each.direction === direction);
  if (before) {
    const hasCleared = past.quiet.some((each) => each.direction === direction && each.date > before.date);
    const isCalm = hasCleared && daysBetween(before.date, date) >= 7;
    const isOld = before.date <= start;
    if (!isCalm && !isOld) return 'still changed';
  }
  past.fired.push({ date, direction });
  return 'fires';
};

const listOwners = (
  activities: readonly Dated[],
  { aggField }: SeriesRule | ChangeRule,
): Map<string, Dated[]> => {
  const owners = new Map<string, Dated[]>();
  for (const activity of activities) {
    const id = aggField === 'Reader' ? activity.readerId : activity.organisationId;
    if (id === null) continue;
    const key = `${activity.clientId}-${id}`;
    if (!owners.has(key)) owners.set(key, []);
    owners.get(key)!.push(activity);
  }
  return owners;
};

const firstDay = (rule: SeriesRule | ChangeRule, date: string): string =>
  back(date, rule.activityMonths + ('baselineActivityMonths' in rule ? rule.baselineActivityMonths : 0));

/** All runs of an alert on the given dates, with every activity of its clients. */
export const naiveRuns = (
  { rule, timeZone, since }: AlertDefinition,
  dates: readonly string[],
  activities: readonly AlertActivity[],
): NaiveRun[] => {
  const all = dated(activities, timeZone);
  const pasts = new Map<string, Past>();
  const reported = new Set<number>();
  return dates.map((date) => {
    if (rule.type === 'SpecificActivityNotification') {
      const found = all.filter(
        ({ id, day, availableAt }) => day < date && availableAt >= since && !reported.has(id),
      );
      found.sort(
        (a, b) => Number(a.availableAt) - Number(b.availableAt) || a.clientId - b.clientId || a.id - b.id,
      );
      for (const { id } of found) reported.add(id);
      return { date, activities: found.map(({ id }) => id), entities: [], incomplete: [] };
    }
    const entities: string[] = [];
    const incomplete = new Set<number>();
    for (const [key, own] of listOwners(all, rule)) {
      const clientId = Number(key.split('-')[0]);
      const from = firstDay(rule, date);
      if (between(own, from, date).length === 0) continue;
      const hasHistory = all.some((each) => each.clientId === clientId && each.day < from);
      if (rule.type === 'ChangeInActivitiesNotification' && !hasHistory) {
        incomplete.add(clientId);
        continue;
      }
      if (!pasts.has(key)) pasts.set(key, { fired: [], quiet: [] });
      const past = pasts.get(key)!;
      const outcome =
        rule.type === 'SeriesOfActivitiesNotification'
          ? seriesOutcome(rule, own, date, past)
          : changeOutcome(rule, own, date, past);
      entities.push(`${key} ${outcome}`);
    }
    return {
      date,
      activities: [],
      entities: entities.sort(),
      incomplete: [...incomplete].sort((a, b) => a - b),
    };
  });
};
