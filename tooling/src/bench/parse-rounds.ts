import { UsageError } from '@readerlens/api/explained-error';

/** Parses the number of rounds. Throws UsageError. */
export const parseRounds = (text: string): number => {
  const rounds = Number(text);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new UsageError(`--rounds must be a positive integer, not '${text}'.`);
  return rounds;
};
