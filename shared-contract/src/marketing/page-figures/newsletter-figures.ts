import type { CallData } from '../../call.ts';
import type { Calls } from '../../calls.ts';
import { formatCount } from '../../numbers.ts';
import { describeRate, formatRate } from '../rates.ts';
import type { Cases } from '../rates.ts';
import { defineCount, defineRate, listCases, listCounts } from './tiles.ts';
import type { ShownFigure } from './tiles.ts';

export type Newsletters = CallData<Calls['POST /api/marketing-performance/newsletters']>;

export const newsletterTiles = {
  delivered: defineCount<Newsletters>('Delivered', ({ listed }) => listed.delivered),
  clickers: defineCount<Newsletters>('Clickers', ({ listed }) => listed.clickers),
  clickRate: defineRate<Newsletters>('Click rate', ({ listed }) => listed.clickRate),
  organizations: defineCount<Newsletters>('Organizations', ({ listed }) =>
    listed.clickers === null ? null : listed.organizations,
  ),
  repeatClickers: defineCount<Newsletters>('Repeat clickers', ({ listed }) =>
    listed.clickers === null ? null : listed.repeatClickers,
  ),
  clickToOpen: defineRate<Newsletters>('Click-to-open (directional)', ({ listed }) => listed.clickToOpen),
} as const;

export const totalsOnly = 'totals only';

const totalLabels = {
  delivered: newsletterTiles.delivered.label,
  clickers: newsletterTiles.clickers.label,
  clickRate: newsletterTiles.clickRate.label,
  clickToOpen: newsletterTiles.clickToOpen.label,
} as const;
export type TotalKey = keyof typeof totalLabels;

/** A total of issues without recipients; undefined if it was not counted. */
export const writeTotal = (totals: Newsletters['totals'], key: TotalKey): ShownFigure | undefined => {
  const label = totalLabels[key];
  const value: Cases | number | null = totals[key];
  if (value === null) return undefined;
  if (typeof value === 'number') return { label, value: formatCount(value), note: totalsOnly };
  return { label, value: formatRate(value), note: `${describeRate(value)}, ${totalsOnly}` };
};

/** Whether no issue has recipients, so that the page shows totals instead. */
export const hasOnlyTotals = (data: Newsletters): boolean =>
  data.issues > 0 && data.issues === data.totalsOnly;

/** The tiles of newsletters, in the order of the page. */
export const listNewsletterFigures = (data: Newsletters, before: Newsletters | undefined): ShownFigure[] => {
  if (hasOnlyTotals(data))
    return (Object.keys(totalLabels) as TotalKey[]).flatMap((key) => writeTotal(data.totals, key) ?? []);
  const { delivered, clickers, clickRate, organizations, repeatClickers, clickToOpen } = newsletterTiles;
  return [
    ...listCounts([delivered, clickers], data, before),
    ...listCases([clickRate], data),
    ...listCounts([organizations, repeatClickers], data, before),
    ...listCases([clickToOpen], data),
  ];
};
