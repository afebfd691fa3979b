import { createOutbox } from '../../mail/outbox.ts';
import { createJobQueue } from '../index.ts';
import { workUntilKilled } from './killed-worker.ts';
import { soakKind, soakMailConfig } from './soak-kind.ts';

await workUntilKilled((db, clock) => {
  const jobs = createJobQueue(clock);
  const outbox = createOutbox({ db, jobs, config: soakMailConfig });
  return soakKind({ outbox, jobs }, async () => {});
});
