/* oxlint-disable timeless-tests/no-sleep, timeless-tests/no-measured-time -- Only the soak kills at random times. */
// The API, which renames alerts while they are due until it is killed. It prints a line once it has started.
import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '@readerlens/filters/testing';
import { buildApi } from '../../../app.ts';
import { openForKill } from '../../../platform/jobs/testing/killed-worker.ts';
import type { Services } from '../../../people/services.ts';
import { servicesAt } from './services-at.ts';

const { db, clock, halt, seed } = await openForKill();
const random = seededRandom(seed);
const known = servicesAt(db, clock);
let changes = 0;
const services: Services = {
  ...known,
  audit: {
    ...known.audit,
    async record(event, trx) {
      const id = await known.audit.record(event, trx);
      changes += 1;
      if (changes > 3) await halt('changing');
      return id;
    },
  },
};
const app = await buildApi({ services });
const address = await app.listen({ port: 0, host: '127.0.0.1' });
const alerts = await db.kysely.selectFrom('alert').select(['id', 'owner_id']).execute();
const owner = await db.kysely
  .selectFrom('app_user')
  .selectAll()
  .where('id', '=', alerts[0]!.owner_id)
  .executeTakeFirstOrThrow();
const token = await services.signIns.begin(owner, 'password', { ip: '127.0.0.1', headers: {} });
process.stdout.write('started\n');
for (let count = 1; ; count += 1) {
  const { id } = alerts[Math.floor(random() * alerts.length)]!;
  const answer = await fetch(`${address}/api/notification/${id}/name`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: `Visits ${count}` }),
  });
  if (!answer.ok) throw new Error(`An alert could not be renamed: ${await answer.text()}`);
  // Often enough to disturb runs, and not so often that no run of an alert could end.
  await delay(50);
}
