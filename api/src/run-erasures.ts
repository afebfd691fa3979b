import { readFile, rename, writeFile } from 'node:fs/promises';
import { countText } from '@readerlens/contract/numbers';
import { parseErasures, readErasures, replayErasures } from './features/personal-data/saved-erasures.ts';
import type { Replayed, SavedErasures } from './features/personal-data/saved-erasures.ts';
import { openCommandServices } from './open-services.ts';
import type { Services } from './people/services.ts';
import { parseArguments, runCommand } from './platform/command.ts';
import type { CommandContext } from './platform/command.ts';
import { formatProductCommand } from './platform/command-text.ts';
import { UsageError } from './platform/explained-error.ts';

const usage = `Usage: ${formatProductCommand('erasures')} --to FILE | --from FILE`;

const describeFile = ({ identities, ofClients = [], restrictions }: SavedErasures) =>
  `${countText(identities.length, 'identity', 'identities')} of readers erased for all clients, ${ofClients.length.toLocaleString('en-US')} of readers erased for some, and ${countText(restrictions?.inForce.length ?? 0, 'restriction', 'restrictions')}`;

const describeReplayed = ({ erased, restricted, lifted, missing, unreadable }: Replayed): string[] => [
  `${countText(erased, 'reader was', 'readers were')} erased again.`,
  `${countText(restricted, 'reader was', 'readers were')} restricted again.`,
  `${countText(lifted, 'restriction was', 'restrictions were')} lifted again.`,
  ...(missing === 0
    ? []
    : [
        `${countText(missing, 'restricted reader is', 'restricted readers are')} not in this database. After an import that brings them back, repeat this command.`,
      ]),
  ...(unreadable.length === 0
    ? []
    : [
        `No key of this process reads the values of the restricted readers ${unreadable.join(', ')}: they were released or erased, and stay restricted. Add the DATA_KEY of then to DATA_KEY_ACCEPTED, and repeat this command.`,
      ]),
];

const options = { to: { type: 'string' }, from: { type: 'string' } } as const;

const saveErasures = async (services: Services, file: string): Promise<string> => {
  const erasures = await readErasures(services);
  // The file is whole whenever it has its name.
  await writeFile(`${file}.new`, `${JSON.stringify(erasures, undefined, 1)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return `Saved in ${file}: ${describeFile(erasures)}.`;
};

/**
 * Runs `pnpm erasures`: saves by what erased and restricted readers are recognized, or repeats their erasures and restrictions.
 * Returns the exit code.
 */
export const runErasures = (argv: readonly string[], context?: CommandContext): Promise<number> =>
  runCommand(async (command) => {
    const { to, from } = parseArguments(argv, { usage, options }).values;
    if (Boolean(to) === Boolean(from)) throw new UsageError(`Give one of --to and --from.\n${usage}`);
    if (to) return command.print(await saveErasures(await openCommandServices(command), to));
    // Before the database is opened, so that a wrong file is said at once.
    const saved = parseErasures(await readFile(from!, 'utf8'));
    const replayed = await replayErasures(await openCommandServices(command), saved);
    command.print([...describeReplayed(replayed), `The file has ${describeFile(saved)}.`].join('\n'));
  }, context);
