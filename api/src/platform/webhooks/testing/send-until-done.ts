import { openDatabase } from '../../db/index.ts';
import type { Database, DatabaseConfig } from '../../db/index.ts';
import { createRunner } from '../../jobs/index.ts';
import type { JobKind } from '../../jobs/index.ts';

/** What the program of a worker gets as JSON in its argument. */
export interface SenderStart {
  readonly database: DatabaseConfig;
  readonly now: string;
  readonly environment: Readonly<Record<string, string>>;
}

interface Sender {
  readonly createKinds: (
    db: Database,
    clock: () => Date,
    environment: SenderStart['environment'],
  ) => JobKind[];
  readonly isDone: (db: Database) => Promise<boolean>;
}

/** The program of a worker that sends what is due, at a fixed time. It prints a line once it has started, and one when nothing is left. */
export const sendUntilDone = async ({ createKinds, isDone }: Sender): Promise<void> => {
  const { database, now, environment } = JSON.parse(process.argv[2] ?? '') as SenderStart;
  const clock = () => new Date(now);
  const logger = { warn() {}, error() {} };
  const db = await openDatabase({ ...database, poolSize: 2 });
  const runner = createRunner({ db, kinds: createKinds(db, clock, environment), logger, clock });
  process.stdout.write('started\n');
  while (!(await isDone(db))) await runner.runDue();
  await db.close();
  process.stdout.write('done\n');
};
