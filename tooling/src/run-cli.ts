import { startErrorText } from '@readerlens/api';

/**
 * Ends a command with the exit code that its work returns. An error ends it with 1: with its reason alone if that is enough to
 * mend it, else with its stack.
 */
export const runCli = async (
  work: () => Promise<number>,
  explain: (error: unknown) => string | undefined = () => undefined,
): Promise<void> => {
  try {
    process.exitCode = await work();
  } catch (error) {
    const reason = explain(error) ?? startErrorText(error) ?? (error as Error).stack ?? String(error);
    process.stderr.write(`${reason}\n`);
    process.exitCode = 1;
  }
};

/** Prints what a command returns, or its usage if it refuses its arguments. */
export const printOr = (usage: string, text: string | undefined): number => {
  process.stdout.write(`${text ?? usage}\n`);
  return text === undefined ? 2 : 0;
};
