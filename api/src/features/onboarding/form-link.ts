import { onboardingSteps } from '@readerlens/contract';
import type { Transaction } from 'kysely';
import { createLinkToken } from '../../people/link-tokens.ts';
import { isRegistered } from '../../people/registered.ts';
import type { UserRow } from '../../people/tables.ts';
import type { Schema } from '../../platform/db/index.ts';
import type { FormRow } from './onboarding.policy.ts';

export const formPath = ({ id }: Pick<FormRow, 'id'>): string => `/onboarding/${id}/${onboardingSteps.begin}`;

/** The path that a mail leads to. A person who has not registered gets to the form through the registration. */
export const createMailedPath = async (
  trx: Transaction<Schema>,
  form: Pick<FormRow, 'id'>,
  user: UserRow,
): Promise<{ path: string; isNew: boolean }> => {
  const path = formPath(form);
  if (isRegistered(user)) return { path, isNew: false };
  const token = await createLinkToken(trx, user.id, 'registration');
  const query = new URLSearchParams({ redirect: path }).toString();
  return { path: `/register/${token}?${query}`, isNew: true };
};
