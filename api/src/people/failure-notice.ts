import type { Transaction } from 'kysely';
import type { Schema } from '../platform/db/index.ts';
import { formatSubject, letterBody } from '../platform/mail/letter.ts';
import type { Services } from './services.ts';

/** Tells the owner of something that it failed. */
export interface FailureNotice {
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly button: string;
  /** Of the product. */
  readonly path: string;
}

export const onceUntilSuccess = 'You get this email once, until a run succeeds again.';

/** The mail of a notice. */
export const noticeMail = (
  { subject, path, ...letter }: FailureNotice,
  { publicUrl, public: shown }: Services['config'],
) => ({
  subject: formatSubject(subject),
  ...letterBody({ ...letter, link: `${publicUrl}${path}`, support: shown.support.email }),
});

interface Addressed {
  readonly userId: number;
  /** Of what failed; null if that belongs to an account. */
  readonly clientId: number | null;
  /** A notice with the same key is sent once. */
  readonly uniqueKey: string;
}

/** Mails a notice to a person, unless their account was deleted. */
export const tellPerson = async (
  { outbox, config }: Pick<Services, 'outbox' | 'config'>,
  trx: Transaction<Schema>,
  { userId, clientId, uniqueKey }: Addressed,
  notice: FailureNotice,
): Promise<void> => {
  const person = await trx
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (!person) return;
  const mail = { ...noticeMail(notice, config), to: person.email, uniqueKey };
  await outbox.queue({ ...mail, kind: 'failureNotice', sender: null, clientId }, trx);
};
