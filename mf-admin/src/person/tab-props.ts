import type { Account } from './account.queries.ts';

/** The props of every tab of an account's page. */
export interface TabProps {
  account: Account;
  /** The account is that of the session's user. */
  isOwn: boolean;
}
