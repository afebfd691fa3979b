// How the change of a number since the period before is told.
import { countText, formatChange, formatCount } from '../../numbers.ts';
import { computeRate, formatRate } from '../rates.ts';
import type { ShownTable } from './tiles.ts';

/** A part of a number in both periods. Each case is in one part. */
export interface ChangedPart {
  readonly id: string;
  readonly name: string;
  readonly current: number;
  readonly previous: number;
}

/** How a number has changed, and the parts with the largest changes. */
export interface Change {
  readonly current: number;
  readonly previous: number;
  /** What all parts that grew have gained together, and what the others have lost. */
  readonly gained: number;
  readonly lost: number;
  readonly parts: readonly ChangedPart[];
}

export interface ChangeWords {
  /** What the number counts. */
  readonly unit: { readonly one: string; readonly many: string };
  /** What the parts are: 'document'. */
  readonly of: string;
  /** The dates of the period before: 'Oct 14 – 27, 2026'. */
  readonly dates: string;
}

export const changeTitle = 'What Changed';

export const describeUnits = (count: number, unit: ChangeWords['unit']): string =>
  countText(count, unit.one, unit.many);

/** '120 readers, 20 more than in Oct 14 – 27, 2026 (+20%).'; nothing can be compared with an empty period. */
export const describeChange = (
  { current, previous }: Pick<Change, 'current' | 'previous'>,
  { unit, dates }: Pick<ChangeWords, 'dates' | 'unit'>,
): string => {
  if (previous === 0) return `${dates} has no ${unit.many} to compare with.`;
  const count = describeUnits(current, unit);
  const difference = current - previous;
  if (difference === 0) return `${count}, as many as in ${dates}.`;
  const share = formatChange(current, previous)?.text;
  const words = difference > 0 ? 'more' : 'fewer';
  return `${count}, ${formatCount(Math.abs(difference))} ${words} than in ${dates}${share === undefined ? '' : ` (${share})`}.`;
};

/** '38.2%' of what all growing parts have gained; undefined for fewer than ten. */
const describeShare = ({ current, previous }: ChangedPart, { gained, lost }: Change): string | undefined => {
  const difference = current - previous;
  const cases = { part: Math.abs(difference), of: difference > 0 ? gained : lost };
  return computeRate(cases) && `${formatRate(cases)} of all ${difference > 0 ? 'gains' : 'losses'}`;
};

export const describePart = (part: ChangedPart, change: Change): string => {
  const { current, previous } = part;
  const words = current > previous ? 'more' : 'fewer';
  const share = describeShare(part, change);
  return `${formatCount(Math.abs(current - previous))} ${words}, from ${formatCount(previous)} to ${formatCount(current)}${share === undefined ? '' : ` (${share})`}`;
};

/** The change as a table, for a file; undefined if there is nothing to compare with. */
export const writeChangeTable = (change: Change, words: ChangeWords): ShownTable | undefined =>
  change.previous === 0
    ? undefined
    : {
        title: changeTitle,
        note: describeChange(change, words),
        columns: [
          `${words.of.slice(0, 1).toUpperCase()}${words.of.slice(1)}`,
          'In the period',
          `In ${words.dates}`,
          'Share',
        ],
        rows: change.parts.map((part) => [
          part.name,
          String(part.current),
          String(part.previous),
          describeShare(part, change) ?? '',
        ]),
      };
