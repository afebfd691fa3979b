import type { Registry } from '@readerlens/contract/registry';
import { setTimeout as wait } from 'node:timers/promises';
import { fetchFrom } from './live-shell.ts';

interface Seen {
  shell: string;
  id: string;
  version: string;
  say: (line: string) => void;
}

const patienceMs = 2000;

const shows = async ({ shell, id, version }: Seen): Promise<boolean> => {
  const registry = (await (await fetchFrom(shell, '/registry.json')).json()) as Registry;
  return registry.areas.some((area) => area.id === id && area.version === version);
};

/** Tells whether a shell shows a version that was just made live: it may well follow another store or channel. */
export const tellSeen = async (seen: Seen): Promise<void> => {
  const { shell, say } = seen;
  for (const until = Date.now() + patienceMs; Date.now() < until; await wait(250)) {
    const isShown = await shows(seen).catch(() => undefined);
    if (isShown === undefined) return;
    if (isShown) return say(`  seen      ${shell} shows it`);
  }
  say(
    `  NOT SEEN  ${shell} does not show it: it follows another store or channel (AREAS_STORE, AREAS_CHANNEL)`,
  );
};
