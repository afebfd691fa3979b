// Processes of the product that are killed and started again at once, as a supervisor does.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { kill } from '../../platform/jobs/testing/soak.ts';
import { listeningPort } from '../../platform/testing/listening-port.ts';

const script = fileURLToPath(new URL('../../main.ts', import.meta.url));

export interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly reason?: string;
  readonly err?: { readonly type: string; readonly message: string; readonly code?: string };
}

export interface Supervised {
  readonly name: string;
  readonly url: () => string;
  /** Ends it with SIGKILL, and starts it again; resolves once it listens. */
  readonly killAndRestart: () => Promise<void>;
  readonly end: (signal: NodeJS.Signals) => Promise<void>;
  readonly restart: () => Promise<void>;
  readonly readyStatus: () => Promise<number>;
}

interface Options {
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly onLine: (line: LogLine) => void;
  /** Told how it ended if nobody has ended it. */
  readonly onUnexpectedEnd: (how: string) => void;
}

/** The last line of a process that was killed may be cut off. */
const parseLine = (line: string): LogLine | undefined => {
  try {
    return JSON.parse(line) as LogLine;
  } catch {
    return undefined;
  }
};

/** Such a start ends, and a supervisor repeats it. */
const lacksDatabase = (errors: string): boolean => /database|connect/i.test(errors);

/** Keeps its port, so that clients find it again. */
export const supervise = async ({
  name,
  environment,
  onLine,
  onUnexpectedEnd,
}: Options): Promise<Supervised> => {
  let child: ChildProcess | undefined;
  let port = 0;
  const startOnce = async (): Promise<void> => {
    const started = spawn(process.execPath, [script], {
      env: { PATH: process.env.PATH, ...environment, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    let errors = '';
    started.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    createInterface({ input: started.stdout }).on('line', (text) => {
      const line = parseLine(text);
      if (line) onLine(line);
    });
    const closed = once(started, 'close');
    const found = await listeningPort(started).catch(() => undefined);
    if (found === undefined) {
      await closed;
      throw new Error(errors);
    }
    port = found;
    started.once('close', (code) => {
      // Null if it was killed.
      if (!code) return;
      // The database may go while the process begins its work.
      if (lacksDatabase(errors)) void restart().catch((error: unknown) => onUnexpectedEnd(String(error)));
      else onUnexpectedEnd(`${name} ended with ${code}: ${errors}`);
    });
  };
  const startUntilListening = async (): Promise<void> => {
    for (;;)
      try {
        return await startOnce();
      } catch (error) {
        if (!lacksDatabase(String(error))) throw error;
      }
  };
  let starting: Promise<void> | undefined;
  const restart = () =>
    (starting ??= startUntilListening().finally(() => {
      starting = undefined;
    }));
  const end = async (signal: NodeJS.Signals) => {
    if (child) await kill(child, signal);
  };
  await startOnce();
  const url = () => `http://127.0.0.1:${port}`;
  return {
    name,
    url,
    end,
    restart,
    async killAndRestart() {
      await starting;
      await end('SIGKILL');
      await restart();
    },
    readyStatus: () =>
      fetch(`${url()}/api/health/ready`).then(
        ({ status }) => status,
        () => 0,
      ),
  };
};

/** Lines that neither a database that is away nor a full disk explains, each once. */
export const findUnexplained = (lines: readonly LogLine[]): string[] => {
  const explained = /^the database cannot be reached|^the disk is full|no space left on device/i;
  const texts = lines.map(
    ({ msg, reason = '', err }) => `${msg} ${reason} ${err?.message ?? ''} ${err?.code ?? ''}`,
  );
  return [...new Set(texts.filter((text) => !explained.test(text)))];
};
