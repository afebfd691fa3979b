/** Tells the person at the terminal what happens. */
export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
