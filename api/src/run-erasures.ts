import { readFile, rename, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { ErasureKeyError } from './activities/erasure/erased-identities.ts';
import {
  parseErasures,
  readErasures,
  replayErasures,
  SavedErasuresError,
} from './features/personal-data/saved-erasures.ts';
import type { Replayed, SavedErasures } from './features/personal-data/saved-erasures.ts';
import { formatProductCommand } from './platform/command-text.ts';
import { runWithServices } from './run-with-services.ts';

export const erasuresUsage = `Usage: ${formatProductCommand('erasures')} --to FILE | --from FILE`;

interface Files {
  readonly to?: string | undefined;
  readonly from?: string | undefined;
}

/** One of both; undefined for anything else. */
const readFiles = (argv: readonly string[]): Files | undefined => {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: { to: { type: 'string' }, from: { type: 'string' } },
    });
    const isOne = Boolean(values.to) !== Boolean(values.from);
    return isOne ? values : undefined;
  } catch {
    // Any wrong argument gets the same answer.
    return undefined;
  }
};

/** Whether an error says by itself what to do. */
export const isErasuresError = (error: unknown): error is Error =>
  error instanceof ErasureKeyError || error instanceof SavedErasuresError;

const count = (number: number, one: string, several: string) =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : several}`;

const describeFile = ({ identities, restrictions }: SavedErasures) =>
  `${count(identities.length, 'identity', 'identities')} of erased readers and ${count(restrictions?.inForce.length ?? 0, 'restriction', 'restrictions')}`;

const describeReplayed = ({ erased, restricted, lifted, missing, unreadable }: Replayed): string[] => [
  `${count(erased, 'reader was', 'readers were')} erased again.`,
  `${count(restricted, 'reader was', 'readers were')} restricted again.`,
  `${count(lifted, 'restriction was', 'restrictions were')} lifted again.`,
  ...(missing === 0
    ? []
    : [
        `${count(missing, 'restricted reader is', 'restricted readers are')} not in this database. After an import that brings them back, repeat this command.`,
      ]),
  ...(unreadable.length === 0
    ? []
    : [
        `No key of this process reads the values of the restricted readers ${unreadable.join(', ')}: they were released or erased, and stay restricted. Add the DATA_KEY of then to DATA_KEY_ACCEPTED, and repeat this command.`,
      ]),
];

/**
 * Runs `pnpm erasures`: saves by what erased and restricted readers are recognized, or repeats their erasures and restrictions.
 * Returns what to print; undefined for wrong arguments.
 * @throws ErasureKeyError
 * @throws SavedErasuresError
 */
export const runErasures = async (
  argv: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): Promise<string | undefined> => {
  const files = readFiles(argv);
  if (!files) return undefined;
  const { to, from } = files;
  // Before the database is opened, so that a wrong file is said at once.
  const saved = from === undefined ? undefined : parseErasures(await readFile(from, 'utf8'));
  return runWithServices(async (services) => {
    if (saved) {
      const replayed = await replayErasures(services, saved);
      return [...describeReplayed(replayed), `The file has ${describeFile(saved)}.`].join('\n');
    }
    const erasures = await readErasures(services);
    // The file is whole whenever it has its name.
    await writeFile(`${to!}.new`, `${JSON.stringify(erasures, undefined, 1)}\n`, { mode: 0o600 });
    await rename(`${to!}.new`, to!);
    return `Saved in ${to!}: ${describeFile(erasures)}.`;
  }, environment);
};
