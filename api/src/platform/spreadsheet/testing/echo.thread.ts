// Writes files with the number of their thread, their plan and their batches, for tests.
import { Readable } from 'node:stream';
import { threadId } from 'node:worker_threads';
import { serveFile } from '../serve-file.ts';

await serveFile<string>((plan, batches) => {
  async function* pieces() {
    yield Buffer.from(`${threadId} ${String(plan)}`);
    for await (const batch of batches) {
      if (batch === 'fail') throw new Error('failed');
      if (batch === 'hang') await new Promise(() => {});
      yield Buffer.from(` ${batch}`);
    }
  }
  return Readable.from(pieces());
});
