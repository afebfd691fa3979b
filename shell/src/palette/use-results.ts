import { useBlinded, useSession } from '@readerlens/auth/react';
import { useDebounced } from '@readerlens/filters';
import { fold } from '@readerlens/filters/model';
import { skipToken, useQueries } from '@tanstack/react-query';
import { useNav } from '../navigation/use-nav.ts';
import { adminGroup, itemsOf } from '../navigation/nav-model.ts';
import { maxEntries, minText } from './palette-entry.ts';
import type { PaletteEntry, PaletteGroup, PaletteSource } from './palette-entry.ts';
import { lookupSources } from './sources.ts';
import { useReachable } from './use-reachable.ts';
import { useSaved } from './use-saved.ts';

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
    itemsOf(group)
      .filter(({ disabledReason }) => disabledReason === undefined)
      .map(({ label, to, icon }) => ({ id: to, label, to, icon, detail: group.name })),
  );
  return { id: 'screens', title: 'Screens', entries };
};

const matching = (group: PaletteGroup, text: string): PaletteGroup => ({
  ...group,
  entries: group.entries.filter(({ label }) => fold(label).includes(fold(text))),
});

/** The answers of the sources to the text; one that was typed since is not mixed with them. */
const useAnswers = (sources: readonly PaletteSource[], text: string) => {
  const settled = useDebounced(text);
  const viewer = useSession(({ claims }) => claims?.sub);
  const blinded = useBlinded();
  const wanted = text.length >= minText;
  const asks = wanted && settled === text;
  const answers = useQueries({
    queries: sources.map(({ id, search }) => ({
      queryKey: ['command-palette', viewer, blinded, id, text],
      queryFn: asks ? ({ signal }: { signal: AbortSignal }) => search(text, signal) : skipToken,
      retry: false,
    })),
  });
  return {
    groups: sources.map(({ id, title }, index) => ({ id, title, entries: answers[index]?.data ?? [] })),
    searching: wanted && answers.some(({ isPending }) => isPending),
    failed: sources.filter((_, index) => asks && answers[index]?.isError).map(({ title }) => title),
  };
};

/** What the palette offers for a text; the screens for none. */
export const useResults = (typed: string, userId: string): PaletteResults => {
  const text = typed.trim();
  const screens = useScreens();
  const saved = useSaved(userId);
  const answers = useAnswers(lookupSources, text);
  const isReachable = useReachable();
  if (text === '') return { groups: [screens], searching: false, failed: [] };
  const offered = (entries: readonly PaletteEntry[]) =>
    entries.filter(({ to }) => isReachable(to)).slice(0, maxEntries);
  const groups = [matching(screens, text), ...answers.groups, matching(saved, text)];
  return {
    groups: groups
      .map((group) => ({ ...group, entries: offered(group.entries) }))
      .filter(({ entries }) => entries.length > 0),
    searching: answers.searching || saved.status === 'loading',
    failed: [...answers.failed, ...(saved.status === 'error' ? [saved.title] : [])],
  };
};
