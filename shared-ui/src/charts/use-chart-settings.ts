import { useState } from 'react';
import { useColorScheme } from '../theme/index.ts';
import type { ChartExtras } from './chart-menu.tsx';
import { plainColor } from './chart-fill.tsx';
import type { ChartColor, ChartView } from './chart-model.ts';
import { chartColors } from './colors.ts';

interface NamedColor {
  name: string;
  color: string;
}

/** The user's changes to one chart. They are lost when the user leaves the page. */
export interface ChartSettings {
  title: string;
  extras: ChartExtras;
  chooseColor: (series: string) => ChartColor;
  /** The colors of all series in hex, for the color dialog. */
  plainColors: NamedColor[];
  rename: (title: string) => void;
  paint: (colors: readonly NamedColor[]) => void;
  toggle: (extra: keyof ChartExtras) => void;
}

export const useChartSettings = (given: string, view: ChartView | undefined): ChartSettings => {
  const defaults = chartColors(useColorScheme());
  const [renamed, setRenamed] = useState<string>();
  const [painted, setPainted] = useState<Record<string, string>>({});
  const [extras, setExtras] = useState<ChartExtras>({ summary: false, table: false, patterns: false });
  const series = view?.series ?? [];
  const findDefaultColor = (name: string) =>
    defaults[series.find((one) => one.name === name)?.slot ?? 'single'];
  const chooseColor = (name: string): ChartColor => painted[name] ?? findDefaultColor(name);
  return {
    title: renamed ?? given,
    extras,
    chooseColor,
    plainColors: series.map(({ name }) => ({ name, color: plainColor(chooseColor(name)) })),
    rename: setRenamed,
    // Colors that did not change keep following the color scheme.
    paint: (colors) => {
      const changed = colors.filter(
        ({ name, color }) => color.toLowerCase() !== findDefaultColor(name).toLowerCase(),
      );
      setPainted(Object.fromEntries(changed.map(({ name, color }) => [name, color])));
    },
    toggle: (extra) => setExtras((all) => ({ ...all, [extra]: !all[extra] })),
  };
};
