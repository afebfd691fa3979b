/** Arguments that cannot be used; the message is for people. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A number of rounds as it was typed. Throws UsageError. */
export const roundsOf = (text: string): number => {
  const rounds = Number(text);
  if (!Number.isInteger(rounds) || rounds < 1) throw new UsageError(`'${text}' is not a number of rounds.`);
  return rounds;
};
