import { saveSchedule } from '../../../platform/jobs/index.ts';
import type { Services } from '../../../people/services.ts';
import { buildPageMailSchedule } from './page-mails.ts';

/** For demo data: plans the next mail of each page that is scheduled. */
export const planPageMails = async ({ db }: Pick<Services, 'db'>, now: Date): Promise<void> => {
  const mails = await db.kysely
    .selectFrom('page_mail')
    .select(['id', 'sends_on', 'time_zone', 'is_paused'])
    .where('is_paused', '=', false)
    .execute();
  await db.transaction(async (trx) => {
    for (const mail of mails) await saveSchedule(trx, buildPageMailSchedule(mail.id, mail), now);
  });
};
