import { maxRankTextLength, readerPageSizes, readerSortFields } from '@readerlens/contract/most-active';
import { listAddress, textParameter } from '@readerlens/filters/list';
import { findTrendSort, presetAddress, trendParameters } from '../trends/trend-address.ts';
import type { Preset } from '../trends/trend-address.ts';
import type { ReadersView } from './readers.queries.ts';

export const findStartSort = (preset: Preset): ReadersView['sort'] =>
  findTrendSort(preset, { column: 'totalEngagements', descending: true });

const buildRules = (preset: Preset) => ({
  sortColumns: readerSortFields,
  sizes: readerPageSizes,
  start: { sort: findStartSort(preset), page: 1, size: readerPageSizes[0] },
});

/** Columns and page sizes are the same for all presets. */
export const readersRules = buildRules('all');

export const readersAddress = presetAddress((preset) =>
  listAddress(buildRules(preset), { query: textParameter(maxRankTextLength), ...trendParameters }),
);
