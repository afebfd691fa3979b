/** Prints a line to standard output. */
export const log = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
