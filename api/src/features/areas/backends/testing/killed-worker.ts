// A worker that tells the backends of areas what is due.
import { sendUntilDone } from '../../../../platform/webhooks/testing/send-until-done.ts';
import { servicesAt } from '../../../alerts/testing/services-at.ts';
import { areaNoticeKind } from '../area-notice-kind.ts';

await sendUntilDone({
  createKinds: (db, clock, environment) => [areaNoticeKind(servicesAt(db, clock, environment))],
  isDone: async ({ kysely }) => {
    const rows = await kysely.selectFrom('area_notice').select('state').execute();
    return rows.every(({ state }) => state === 'told');
  },
});
