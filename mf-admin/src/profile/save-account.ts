import { ApiError, api, loadUser, renewToken } from '@readerlens/auth';
import type { QueryClient } from '@tanstack/react-query';
import type { AccountInput } from '../account-form/account-values.ts';
import { accountKey, fetchAccount, usersKey } from '../person/account.queries.ts';
import type { Account } from '../person/account.queries.ts';

/** Someone else saved the account since it was loaded. */
export class AccountChanged extends Error {
  override readonly name = 'AccountChanged';
  readonly theirs: Account;

  constructor(message: string, theirs: Account) {
    super(message);
    this.theirs = theirs;
  }
}

/** A taken address is a conflict as well, but names its field. */
const isConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 409 && error.details.length === 0;

/**
 * Saves changed fields of the version that was edited. A change of the own account ends its tokens: the new one of the
 * answer is stored.
 * @throws AccountChanged if there is a later version, else ApiError
 */
export const saveAccount = async (
  { id, version }: Account,
  changes: Partial<AccountInput>,
  queryClient: QueryClient,
): Promise<Account> => {
  try {
    const { data, token } = await api('PATCH /api/user/{id}', {
      params: { id },
      body: { ...changes, version },
    });
    if (token !== undefined) {
      renewToken(token);
      // If it fails, the page keeps the user that it has.
      loadUser().catch(() => undefined);
    }
    queryClient.setQueryData([accountKey, id], data);
    void queryClient.invalidateQueries({ queryKey: [usersKey] });
    return data;
  } catch (error) {
    if (!isConflict(error)) throw error;
    const theirs = await fetchAccount(id);
    throw theirs.version === version ? error : new AccountChanged(error.message, theirs);
  }
};
