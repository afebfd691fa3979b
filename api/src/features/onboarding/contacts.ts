import { conflict } from '../../platform/http/errors.ts';
import { contactKey, contactProblems, onboardingSteps } from '@readerlens/contract';
import type { CallInput, Calls } from '@readerlens/contract';
import { canonicalLine } from '@readerlens/contract/text';
import type { Session } from '../../people/session.ts';
import type { Services } from '../../people/services.ts';
import { parseUuid } from '../../platform/http/ids.ts';
import { refuseProblems } from './form-parts.ts';
import { storeForm } from './form-status.ts';
import { lockOpenForm } from './onboarding.policy.ts';
import type { FormRow } from './onboarding.policy.ts';

type SentContacts = CallInput<Calls['POST /api/onboarding/{id}/company-contacts']>['body'];

/** Every problem of the list, at the index of its contact. */
const findProblems = (contacts: SentContacts) => {
  const before = new Set<string>();
  return contacts.flatMap((contact, index) => {
    const problems = contactProblems(contact, before);
    before.add(contactKey(contact.email));
    return problems.map(({ path, message }) => ({ path: `${index}.${path}`, message }));
  });
};

/** Replaces the contacts of a form. A contact keeps its id. */
export const createContacts = ({ db, jobs }: Pick<Services, 'db' | 'jobs'>) => ({
  /** @throws AppError 400 with the index of each invalid contact, 409 if the list has changed since the version */
  replace: (
    id: string,
    contacts: SentContacts,
    version: number | undefined,
    session: Session,
  ): Promise<FormRow> =>
    db.transaction(async (trx) => {
      const now = jobs.clock();
      const form = await lockOpenForm(trx, id, session, now);
      refuseProblems(findProblems(contacts));
      const saved = (form.field_versions as Readonly<Record<string, number>>)['contacts'] ?? 0;
      if (version !== undefined && saved > version)
        throw conflict('Somebody else has changed the contacts since you opened the list.');
      const former = await trx
        .deleteFrom('onboarding_contact')
        .where('form_id', '=', form.id)
        .returning('id')
        .execute();
      const free = new Set(former.map((each) => each.id));
      const rows = contacts.map((contact, position) => {
        const known = contact.id === undefined ? undefined : parseUuid(contact.id);
        // Each id is used once, and only one of this form.
        const kept = known !== undefined && free.delete(known) ? { id: known } : {};
        return {
          ...kept,
          form_id: form.id,
          client_id: form.client_id,
          position,
          first_name: canonicalLine(contact.firstName),
          last_name: canonicalLine(contact.lastName),
          email: canonicalLine(contact.email),
        };
      });
      if (rows.length > 0) await trx.insertInto('onboarding_contact').values(rows).execute();
      return storeForm(
        trx,
        form,
        {
          field_versions: JSON.stringify({
            ...form.field_versions,
            contacts: form.version + 1,
          }),
          step: onboardingSteps.contacts,
        },
        now,
      );
    }),
});
