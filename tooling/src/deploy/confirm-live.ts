import type { Registry } from '@readerlens/contract/registry';
import { setTimeout as wait } from 'node:timers/promises';
import { fetchFrom } from './live-shell.ts';

interface LiveCheck {
  shell: string;
  id: string;
  version: string;
  log: (line: string) => void;
}

const timeoutMs = 2000;

const isServed = async ({ shell, id, version }: LiveCheck): Promise<boolean> => {
  const registry = (await (await fetchFrom(shell, '/registry.json')).json()) as Registry;
  return registry.areas.some((area) => area.id === id && area.version === version);
};

/** Logs whether a shell serves a version that was just made live; it may read another store or channel. */
export const confirmLive = async (check: LiveCheck): Promise<void> => {
  const { shell, log } = check;
  for (const until = Date.now() + timeoutMs; Date.now() < until; await wait(250)) {
    const served = await isServed(check).catch(() => undefined);
    if (served === undefined) return;
    if (served) return log(`  verified  ${shell} serves it`);
  }
  log(
    `  NOT LIVE  ${shell} does not serve it: it reads another store or channel (AREAS_STORE, AREAS_CHANNEL)`,
  );
};
