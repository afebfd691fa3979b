import { useViewer } from '@readerlens/auth/react';
import { useDebounced } from '@readerlens/filters';
import { anyContains } from '@readerlens/contract/text';
import { skipToken, useQueries, useQueryClient } from '@tanstack/react-query';
import { findCommands } from '../host/index.ts';
import { useNav } from '../navigation/use-nav.ts';
import { adminGroup, listItems } from '../navigation/nav-model.ts';
import { maxEntries, minText } from './palette-entry.ts';
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts';
import { useReachable } from './use-reachable.ts';
import { useAreaSources } from './use-area-sources.ts';
import type { AreaSources } from './use-area-sources.ts';

export interface PaletteResults {
  groups: readonly PaletteGroup[];
  searching: boolean;
  /** Titles of what could not be searched. */
  failed: readonly string[];
}

/** The pages that the sidebar and the admin menu offer to the user. */
const useScreens = (): PaletteGroup => {
  const { groups, admin } = useNav();
  const all = [...groups, { name: adminGroup, items: admin, groups: [] }];
  const entries = all.flatMap((group) =>
    listItems(group)
      .filter(({ disabledReason }) => disabledReason === undefined)
      .map(({ label, to, icon }) => ({ id: to, label, to, icon, detail: group.name })),
  );
  return { id: 'screens', title: 'Screens', entries };
};

const matching = (group: PaletteGroup, text: string): PaletteGroup => ({
  ...group,
  entries: group.entries.filter(({ label }) => anyContains([label], text)),
});

/** The answers of the sources to the text; one that was typed since is not mixed with them. */
const useAnswers = ({ sources }: AreaSources, text: string) => {
  const settled = useDebounced(text);
  const viewer = useViewer();
  const queryClient = useQueryClient();
  const wanted = text === '' || text.length >= minText;
  const asks = wanted && settled === text;
  const answers = useQueries({
    queries: sources.map((source) => ({
      queryKey: ['command-palette', viewer, source.id, text],
      queryFn: asks
        ? ({ signal }: { signal: AbortSignal }) => findCommands(source, text, { signal, queryClient })
        : skipToken,
      retry: false,
    })),
  });
  return {
    groups: sources.map(({ id, group, icon }, index) => ({
      id,
      title: group,
      entries: (answers[index]?.data ?? []).map((entry) => ({ ...entry, icon })),
    })),
    searching: wanted && answers.some(({ isPending }) => isPending),
    failed: sources.filter((_, index) => asks && answers[index]?.isError).map(({ group }) => group),
  };
};

/** What the palette offers for a text, or before one is typed. */
export const useResults = (text: string): PaletteResults => {
  const screens = useScreens();
  const areas = useAreaSources();
  const answers = useAnswers(areas, text);
  const isReachable = useReachable();
  const offered = (entries: readonly PaletteEntry[]) =>
    entries.filter(({ to }) => isReachable(to)).slice(0, maxEntries);
  const found = [...(text === '' ? [] : [matching(screens, text)]), ...answers.groups]
    .map((group) => ({ ...group, entries: offered(group.entries) }))
    .filter(({ entries }) => entries.length > 0);
  return {
    groups: text === '' ? [screens, ...found] : found,
    searching: areas.loading || answers.searching,
    failed: [...areas.failed, ...answers.failed],
  };
};
