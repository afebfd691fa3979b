import {
  maxTrendMinimum,
  rankTrendOrders,
  rankTrends,
  standardTrendMinimum,
} from '@readerlens/contract/most-active';
import type { RankTrend } from '@readerlens/contract/most-active';
import { knownOption } from '@readerlens/filters/list';
import type { ListParameter, ViewAddress } from '@readerlens/filters/list';

/** What a ranking shows: all rows, or those of a trend. */
export const presets = ['all', ...rankTrends] as const;
export type Preset = 'all' | RankTrend;

export interface TrendView {
  readonly trend: Preset;
  readonly minimum: number;
}

interface Sort<Column> {
  readonly column: Column;
  readonly descending: boolean;
}

/** The order that a preset starts with. */
export const findTrendSort = <Column extends string>(
  preset: Preset,
  ofAll: Sort<Column>,
): Sort<Column | 'engagementsChange'> =>
  preset === 'all' ? ofAll : { column: 'engagementsChange', descending: rankTrendOrders[preset] === 'desc' };

export const isMinimum = (value: number | null): value is number =>
  Number.isInteger(value) && value !== null && value >= 1 && value <= maxTrendMinimum;

const minimum: ListParameter<number> = {
  read: (text) => {
    const value = Number(text ?? undefined);
    return isMinimum(value) ? value : standardTrendMinimum;
  },
  write: (value) => (value === standardTrendMinimum ? undefined : String(value)),
};

const trend: ListParameter<Preset> = {
  read: (text) => knownOption(presets, text) ?? 'all',
  write: (preset) => (preset === 'all' ? undefined : preset),
};

/** The parameters of the address. */
export const trendParameters = { trend, minimum };

/** What is requested of a view. */
export const requestTrend = ({ trend: kind, minimum: least }: TrendView) =>
  kind === 'all' ? {} : { trend: { kind, minimum: least } };

/** The address of a list in which each preset has an order of its own, which is not written. */
export const presetAddress = <View extends TrendView>(
  build: (preset: Preset) => ViewAddress<View>,
): ViewAddress<View> => {
  const addresses = Object.fromEntries(presets.map((preset) => [preset, build(preset)])) as Record<
    Preset,
    ViewAddress<View>
  >;
  return {
    read: (search) => addresses[addresses.all.read(search).trend].read(search),
    write: (view, search) => addresses[view.trend].write(view, search),
  };
};
