import { createOutbox } from '../../mail/outbox.ts';
import { createJobQueue } from '../index.ts';
import { workUntilKilled } from './killed-worker.ts';
import { soakKind } from './soak-kind.ts';

await workUntilKilled((db, clock) => {
  const jobs = createJobQueue(clock);
  const outbox = createOutbox({ db, jobs, mailFrom: 'Soak <soak@readerlens.example>' });
  return soakKind({ outbox, jobs }, async () => {});
});
