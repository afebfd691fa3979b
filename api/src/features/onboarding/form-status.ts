import type { Transaction, Updateable } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../../platform/db/index.ts';
import { isExpired } from './onboarding.policy.ts';
import type { FormRow } from './onboarding.policy.ts';

export const formStatus = (form: FormRow, now: Date) => ({
  isSubmitted: form.submitted_at !== null,
  isExpired: isExpired(form, now),
  lastStepCompleted: form.last_step,
  version: form.version,
});

/** What a save changes: columns, parts as JSON text, and the step that it completes. */
export interface FormChange extends Omit<
  Updateable<Schema['onboarding_form']>,
  'id' | 'version' | 'last_step'
> {
  readonly step: number;
}

/** Stores what a save changes in the locked form, with a new version. The last step never moves back. */
export const storeForm = async (
  trx: Transaction<Schema>,
  form: FormRow,
  { step, ...values }: FormChange,
  now: Date,
): Promise<FormRow> =>
  trx
    .updateTable('onboarding_form')
    .set({
      ...values,
      last_step: sql<number>`greatest(last_step, ${step}::smallint)`,
      version: form.version + 1,
      updated_at: now,
    })
    .where('id', '=', form.id)
    .returningAll()
    .executeTakeFirstOrThrow();
