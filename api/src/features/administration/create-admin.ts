import { isEmail, lineProblem, nameLength } from '@readerlens/contract';
import { canonicalLine } from '@readerlens/contract/text';
import { createPasswordLinks } from '../../people/password-links.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/db/index.ts';
import { createJobQueue } from '../../platform/jobs/index.ts';
import { createOutbox } from '../../platform/mail/outbox.ts';
import { isRegistered } from '../../people/registered.ts';
import { createUserStore } from '../../people/users.store.ts';
import { ExplainedError } from '../../platform/explained-error.ts';

/** The reason why no administrator was created; the message is shown in the terminal. */
export class CreateAdminError extends ExplainedError {
  override readonly name = 'CreateAdminError';
}

export interface AdminName {
  readonly firstName: string;
  readonly lastName: string;
}

/** @throws CreateAdminError for a name that cannot be stored */
const parseName = ({ firstName, lastName }: AdminName) => {
  const problems = [
    lineProblem(firstName, {
      label: 'The first name',
      required: 'The first name is missing',
      max: nameLength,
    }),
    lineProblem(lastName, { label: 'The last name', required: 'The last name is missing', max: nameLength }),
  ].filter((problem) => problem !== undefined);
  if (problems.length > 0) throw new CreateAdminError(`${problems.join('. ')}.`);
  return { first_name: canonicalLine(firstName), last_name: canonicalLine(lastName) };
};

/**
 * Creates a system administrator, or finds one who has not registered yet, and mails a registration link. With a name, people
 * can tell administrators apart.
 * Returns the link for the command to print. Throws CreateAdminError.
 */
export const createAdmin = async (
  db: Database,
  { email, name }: { readonly email: string; readonly name?: AdminName | undefined },
  config: Pick<Config, 'publicUrl' | 'passwordPolicy' | 'public' | 'mailFrom' | 'mailLimits'>,
): Promise<{ link: string }> => {
  const address = email.trim();
  if (!isEmail(address)) throw new CreateAdminError(`'${email}' is not an e-mail address.`);
  const named = name && parseName(name);
  const outbox = createOutbox({ db, jobs: createJobQueue(), config });
  const links = createPasswordLinks({ db, outbox, config });
  return db.transaction(async (trx) => {
    const existing = await createUserStore(db).findByEmail(address, trx);
    if (existing && isRegistered(existing)) {
      throw new CreateAdminError(
        `${address} has an account already: log in, or ask for a new password on the login page.`,
      );
    }
    if (existing && existing.role !== 'SystemAdmin') {
      throw new CreateAdminError(`${address} is invited as ${existing.role}. Choose another address.`);
    }
    const user =
      existing ??
      (await trx
        .insertInto('app_user')
        .values({
          email: address,
          ...(named ?? { first_name: 'System', last_name: 'Administrator' }),
          role: 'SystemAdmin',
          notification_claim_level: 'Admin',
          view_notifications: true,
          review_activities: true,
          access_marketing_performance: true,
        })
        .returningAll()
        .executeTakeFirstOrThrow());
    if (existing && named)
      await trx.updateTable('app_user').set(named).where('id', '=', existing.id).execute();
    return { link: await links.inviteToRegister(user, trx) };
  });
};
