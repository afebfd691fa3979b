import { formsReadOnlyMessage, submittedMessage } from '@readerlens/contract/onboarding/messages';
import { maxOnboardingReminders } from '@readerlens/contract';
import type { CallInput, Calls, OnboardingReminder } from '@readerlens/contract';
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import {
  cleanupLeaseSeconds,
  cleanupPauseSeconds,
  onboardingRemindersEverySeconds,
} from '../../deadlines.ts';
import { revokeLinks } from '../../people/link-tokens.ts';
import { isRegistered } from '../../people/registered.ts';
import type { Services } from '../../people/services.ts';
import type { Session } from '../../people/session.ts';
import { auditedIdentities } from '../../platform/audit.ts';
import { conflict, forbidden } from '../../platform/http/errors.ts';
import type { JobKind } from '../../platform/jobs/index.ts';
import { createMailedPath } from './form-link.ts';
import { findForm } from './onboarding.policy.ts';
import type { FormRow } from './onboarding.policy.ts';
import { reminderMail } from './onboarding-mail.ts';

type Change = CallInput<Calls['PATCH /api/manage-onboarding/{id}/reminder']>['body'];

/** How many forms a run reads at once. */
const batch = 100;

export const showReminder = (
  form: Pick<FormRow, 'reminder_days' | 'reminders_sent' | 'reminded_at'>,
): OnboardingReminder => ({
  afterDays: form.reminder_days,
  sent: form.reminders_sent,
  lastSentAt: form.reminded_at?.toISOString() ?? null,
});

/** Stores when the person of a form is reminded. @throws AppError 403 in Blinded Mode, 404, 409 once it is submitted */
export const createReminders = ({ db, audit }: Pick<Services, 'db' | 'audit'>) => ({
  change: (id: string, { remindAfterDays }: Change, session: Session): Promise<OnboardingReminder> =>
    db.transaction(async (trx) => {
      const { id: formId, submitted_at } = await findForm(trx, id, session);
      if (session.blinded) throw forbidden(formsReadOnlyMessage);
      if (submitted_at !== null) throw conflict(submittedMessage);
      const form = await trx
        .updateTable('onboarding_form')
        .set({ reminder_days: remindAfterDays })
        .where('id', '=', formId)
        .returning(['reminder_days', 'reminders_sent', 'reminded_at'])
        .executeTakeFirstOrThrow();
      const detail = { form: formId, remindAfterDays };
      await audit.record({ action: 'onboarding.reminder', ...auditedIdentities(session), detail }, trx);
      return showReminder(form);
    }),
});

/**
 * Forms whose person is to be reminded: open, idle for the chosen days, and not reminded since the last activity. Sending a
 * form again counts as activity here, because its mail reminds as well.
 */
const isDue = (now: Date): RawBuilder<SqlBool> => sql<SqlBool>`(
  submitted_at IS NULL AND expires_at > ${now} AND reminder_days > 0
  AND reminders_sent < ${maxOnboardingReminders}::integer
  AND greatest(last_activity_at, sent_at) <= ${now}::timestamptz - reminder_days * interval '1 day'
  AND (reminded_at IS NULL OR reminded_at < greatest(last_activity_at, sent_at)))`;

type Parts = Pick<Services, 'db' | 'outbox' | 'config'>;

/** Reminds the person of one form, unless it is no longer due: somebody saved, or another worker was faster. */
const remind = ({ db, outbox, config }: Parts, id: string, now: Date): Promise<boolean> =>
  db.transaction(async (trx) => {
    const form = await trx
      .updateTable('onboarding_form')
      .set({ reminded_at: now, reminders_sent: sql<number>`reminders_sent + 1` })
      .where('id', '=', id)
      .where(isDue(now))
      .returningAll()
      .executeTakeFirst();
    if (!form) return false;
    const user = await trx
      .selectFrom('app_user')
      .selectAll()
      .where('id', '=', form.user_id)
      .executeTakeFirstOrThrow();
    const { name: company } = await trx
      .selectFrom('client')
      .select('name')
      .where('id', '=', form.client_id)
      .executeTakeFirstOrThrow();
    // Only the link of the latest mail works.
    if (!isRegistered(user)) await revokeLinks(trx, user.id);
    const { path, isNew } = await createMailedPath(trx, form, user);
    const mail = reminderMail({
      to: form.email,
      name: form.name,
      company,
      sentFromName: form.sent_from_name,
      senderEmail: form.sender_email,
      link: `${config.publicUrl}${path}`,
      isNew,
      expiresOn: form.expires_at,
    });
    await outbox.queue({ ...mail, kind: 'onboardingReminder', sender: null, clientId: form.client_id }, trx);
    return true;
  });

/** Reminds the persons of forms that are idle. It runs every hour, so that a mail comes at the hour of the last activity. */
export const remindersKind = (parts: Pick<Services, 'outbox' | 'config' | 'clientCosts'>): JobKind => ({
  name: 'onboarding-reminders',
  concurrency: 1,
  leaseSeconds: cleanupLeaseSeconds,
  pauses: cleanupPauseSeconds,
  everySeconds: onboardingRemindersEverySeconds,
  async handle(run, { db, clock, renew }) {
    let reminders = 0;
    for (let after: string | undefined; ;) {
      const due = await db.kysely
        .selectFrom('onboarding_form')
        .innerJoin('app_user', 'app_user.id', 'onboarding_form.user_id')
        .select(['onboarding_form.id', 'onboarding_form.client_id'])
        .where('app_user.is_active', '=', true)
        .where(isDue(clock()))
        .where('onboarding_form.id', '>', after ?? '00000000-0000-0000-0000-000000000000')
        .orderBy('onboarding_form.id')
        .limit(batch)
        .execute();
      for (const { id, client_id } of due) {
        const remindOne = () => remind({ ...parts, db }, id, clock());
        if (await parts.clientCosts.countPart(run, client_id, remindOne)) reminders += 1;
      }
      after = due.at(-1)?.id;
      if (due.length < batch) break;
      await renew();
    }
    return { result: { reminders } };
  },
});
