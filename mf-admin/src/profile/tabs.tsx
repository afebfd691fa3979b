import type { ComponentType } from 'react';
import type { Account } from '../person/account.queries.ts';
import { ProfileTab } from './profile-tab.tsx';
import type { TabName } from './tab-names.ts';

export interface TabProps {
  account: Account;
  /** The account is that of the session's user. */
  isOwn: boolean;
}

export interface ProfileTabItem {
  readonly name: TabName;
  readonly label: (isOwn: boolean) => string;
  readonly Content: ComponentType<TabProps>;
}

/** The tabs of the page, in their order. */
export const profileTabs: readonly ProfileTabItem[] = [
  { name: 'Profile', label: (isOwn) => (isOwn ? 'My Profile' : 'Profile'), Content: ProfileTab },
];
