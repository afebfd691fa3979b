// What the tiles of a page say: a page, its files and its mails write them with these functions.
import { formatChange, formatCount } from '../../numbers.ts';
import { computeRate, describeRate, formatAverage, formatRate } from '../rates.ts';
import type { Cases } from '../rates.ts';

/** A number of a page, as it is shown. */
export interface ShownFigure {
  readonly label: string;
  /** The number, or why there is none. */
  readonly value: string;
  /** Such as the interval of a rate; may be empty. */
  readonly note: string;
}

/** A chart as its data table, or a list. */
export interface ShownTable {
  readonly title: string;
  readonly note: string;
  readonly columns: string[];
  readonly rows: string[][];
}

/** A number of the answer of a call; null if it was not counted. */
export interface CountTile<T> {
  readonly label: string;
  readonly read: (data: T) => number | null;
}

/** A rate or an average; nothing is shown without cases. */
export interface CasesTile<T> {
  readonly label: string;
  readonly kind: 'average' | 'rate';
  readonly read: (data: T) => Cases | null | undefined;
}

export const defineCount = <T>(label: string, read: CountTile<T>['read']): CountTile<T> => ({ label, read });
export const defineRate = <T>(label: string, read: CasesTile<T>['read']): CasesTile<T> => ({
  label,
  kind: 'rate',
  read,
});

/** The words after the change: 'from 28,641 in the previous period'. */
export const describeBefore = (before: number): string =>
  `from ${formatCount(before)} in the previous period`;

/** '+12% from 28,641 in the previous period', without the percentage of small numbers. */
const describeChange = (now: number, before: number): string =>
  [formatChange(now, before)?.text, describeBefore(before)].filter((text) => text !== undefined).join(' ');

/** A number as text, with the one before if there is one. */
export const writeCount = (label: string, value: number, before?: number): ShownFigure => ({
  label,
  value: formatCount(value),
  note: before === undefined ? '' : describeChange(value, before),
});

/** A rate or an average as text; the note is empty if there are too few cases. */
export const writeCases = (
  { label, kind }: Pick<CasesTile<never>, 'kind' | 'label'>,
  cases: Cases,
): ShownFigure => {
  const isKnown = computeRate({ part: 0, of: cases.of }) !== undefined;
  if (kind === 'rate') return { label, value: formatRate(cases), note: isKnown ? describeRate(cases) : '' };
  const note = `${formatCount(cases.part)} for ${formatCount(cases.of)}`;
  return { label, value: formatAverage(cases), note: isKnown ? note : '' };
};

/** The figures of a page with the data of the period before, if it is compared. What is not counted is left out. */
export const listCounts = <T>(
  tiles: readonly CountTile<T>[],
  data: T,
  before: T | undefined,
): ShownFigure[] =>
  tiles.flatMap(({ label, read }) => {
    const value = read(data);
    if (value === null) return [];
    return [writeCount(label, value, before === undefined ? undefined : (read(before) ?? 0))];
  });

export const listCases = <T>(tiles: readonly CasesTile<T>[], data: T): ShownFigure[] =>
  tiles.flatMap((tile) => {
    const cases = tile.read(data);
    return cases ? [writeCases(tile, cases)] : [];
  });
