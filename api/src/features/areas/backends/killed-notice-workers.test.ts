import { fileURLToPath } from 'node:url';
import { itSendsTheSameAgain } from '../../../platform/webhooks/testing/killed-sender.ts';
import { tellAreas } from '../../../sendings/area-notices.ts';
import { servicesAt } from '../../alerts/testing/services-at.ts';

const now = new Date('2026-03-02T12:00:00Z');

describe('the notice of a worker that is killed arrives again with the same id', () => {
  itSendsTheSameAgain({
    script: fileURLToPath(new URL('./testing/killed-worker.ts', import.meta.url)),
    now,
    prepare: async (db, { port }) => {
      const environment = { WEBHOOK_ALLOW_PRIVATE: 'on', AREA_BACKENDS: `notes=http://127.0.0.1:${port}` };
      const services = servicesAt(db, () => now, environment);
      const erased = { event: 'erased', readerIds: [7], requestId: null } as const;
      await db.transaction((trx) => tellAreas(services, trx, erased));
      return environment;
    },
    readId: ({ body }) => body,
  });
});
