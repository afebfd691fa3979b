import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/**
 * The port of an API process that was started with PORT=0, from its log: its standard output must be a pipe, which is
 * read until the process ends.
 */
export const listeningPort = ({ stdout }: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    if (!stdout) throw new Error('The standard output of the process is not a pipe.');
    const lines = createInterface({ input: stdout });
    lines.on('line', (line) => {
      const [, port] = /Server listening at http:\/\/127\.0\.0\.1:(\d+)/.exec(line) ?? [];
      if (port) resolve(Number(port));
    });
    lines.on('close', () => reject(new Error('The process ended before it listened.')));
  });
