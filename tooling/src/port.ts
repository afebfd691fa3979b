import { createServer } from 'node:net';
import { ExplainedError } from '@readerlens/api/explained-error';

/** The port is in use; the message is shown to the user. */
export class PortTakenError extends ExplainedError {
  override readonly name = 'PortTakenError';

  constructor(port: number, other: string) {
    super(`Port ${port} is already in use. Stop the other program, or choose another port: ${other}`);
  }
}

/**
 * Throws PortTakenError if the port is in use, so that the command fails before the build, not after it. `option` formats
 * what chooses another port.
 */
export const assertPortFree = (
  port: number,
  host: string,
  option: (other: number) => string,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new PortTakenError(port, option(port + 1)) : error),
    );
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
