import type { Services } from '@readerlens/api';
import type { AreaStore } from '../store/area-store.ts';
import { registryKey } from '../registry/stored-registry.ts';
import { registryReader } from './registry-reader.ts';

interface WatchOptions {
  readonly store: AreaStore;
  readonly channel: string;
  readonly services: Pick<Services, 'jobs' | 'countAreaRegistryFailure'>;
}

type Problem = Awaited<ReturnType<Services['findAreaStoreProblem']>>;

const firstLine = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0]!;

/** Tells whether the store can be read now, for alarms, and counts the reads that fail. */
export const watchAreaStore = ({ store, channel, services }: WatchOptions) => {
  let unreadable: Problem;
  let empty: Problem;
  const noteProblem = (reason: string) => ({ since: services.jobs.clock(), target: store.target, reason });
  const read = registryReader({
    store,
    channel,
    // The host reads the same registry, and logs why it cannot be read.
    onProblem: (error) => {
      unreadable = error === undefined ? undefined : noteProblem(firstLine(error));
    },
    onFailure: services.countAreaRegistryFailure,
  });
  return {
    countFailure: services.countAreaRegistryFailure,
    findProblem: async (): Promise<Problem> => {
      const served = await read().catch(() => undefined);
      if (unreadable || !served) return unreadable;
      const isEmpty = served.registry.areas.length === 0 && !(await store.exists(registryKey(channel)));
      empty = isEmpty
        ? (empty ?? noteProblem('It has no registry: it is not mounted, or nothing was deployed to it.'))
        : undefined;
      return empty;
    },
  };
};
