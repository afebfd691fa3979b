import { noAccessMessage } from '@readerlens/contract/messages';
import { LoadError } from '@readerlens/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Account } from './account.queries.ts';

interface Props {
  account: UseQueryResult<Account>;
  /** Shown while the account loads. */
  loading: ReactNode;
}

/** What a page of an account shows as long as it has no account: why, or that it loads. */
export const AccountPending = ({ account: { data, error, refetch }, loading }: Props) => {
  if (data) return null;
  if (!error) return loading;
  return <LoadError refused={noAccessMessage('this account')} error={error} onRetry={() => void refetch()} />;
};
