import { createServer } from 'node:net';

/** A port that something else listens on; the message is for people. */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError';

  constructor(port: number, other: string) {
    super(`Port ${port} is taken by another program. Stop that program, or choose another port: ${other}`);
  }
}

/**
 * Throws PortTakenError when nobody could listen there now: better said before the build than after it. `option` is how
 * the command is told of another port.
 */
export const assertPortFree = (
  port: number,
  host: string,
  option = (n: number) => `PORT=${n} npm start`,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new PortTakenError(port, option(port + 1)) : error),
    );
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
