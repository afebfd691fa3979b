import type { AreaEntry } from '@readerlens/contract/registry';
import type { AreaCommand, CommandSource } from '@readerlens/ui';
import { loadDeadlineBeforeFallbackMs } from '../deadlines.ts';
import { withDeadline } from './area-failure.ts';
import { recentFailure } from './area-mount.ts';
import type { LoadArea } from './area-run.ts';
import { loadArea } from './load-area.ts';
import { listVersions } from './registry.ts';
import { isRecord } from '@readerlens/contract/guards';

const isSource = (value: unknown): value is CommandSource =>
  isRecord(value) &&
  typeof value['group'] === 'string' &&
  typeof value['order'] === 'number' &&
  typeof value['find'] === 'function';

/** An address of another site is not a page of the product. */
const isCommand = (value: unknown): value is AreaCommand =>
  isRecord(value) &&
  typeof value['id'] === 'string' &&
  typeof value['label'] === 'string' &&
  (value['detail'] === undefined || typeof value['detail'] === 'string') &&
  typeof value['to'] === 'string' &&
  /^\/(?!\/)/.test(value['to']);

const readList = <T>(value: unknown, is: (entry: unknown) => entry is T): T[] =>
  Array.isArray(value) ? value.filter(is) : [];

/**
 * What an area adds to the command palette, in the version that a visit would run. Nothing is mounted. Rejects if no
 * version loads, or its commands do not within the deadline.
 */
export const loadCommandSources = async (
  area: AreaEntry,
  load: LoadArea = loadArea,
): Promise<CommandSource[]> => {
  const versions = listVersions(area);
  const reliable = versions.filter(({ version }) => !recentFailure(area.id, version));
  let failure: unknown;
  for (const version of reliable.length > 0 ? reliable : versions) {
    try {
      const { lifecycles } = await load(area.id, version, loadDeadlineBeforeFallbackMs);
      const commands = Promise.resolve(lifecycles.commands?.());
      const found = await withDeadline(loadDeadlineBeforeFallbackMs, `The commands of ${area.id}`, commands);
      return readList(found, isSource);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
};

const withoutRepeated = (commands: readonly AreaCommand[]): AreaCommand[] =>
  commands.filter(({ id }, at) => commands.findIndex((other) => other.id === id) === at);

/** The entries of a source. Those without an address of this page are left out. */
export const findCommands = async (
  source: CommandSource,
  ...[text, options]: Parameters<CommandSource['find']>
): Promise<AreaCommand[]> =>
  withoutRepeated(
    readList(
      await withDeadline(
        loadDeadlineBeforeFallbackMs,
        source.group,
        Promise.resolve(source.find(text, options)),
      ),
      isCommand,
    ),
  );
