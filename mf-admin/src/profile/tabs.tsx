import type { ComponentType } from 'react';
import { DefaultColumnsTab } from '../columns/default-columns.tab.tsx';
import type { TabProps } from '../person/tab-props.ts';
import { SavedSearchesTab } from '../saved-searches/saved-searches.tab.tsx';
import { ProfileTab } from './profile-tab.tsx';
import type { TabName } from './tab-names.ts';

export interface ProfileTabItem {
  readonly name: TabName;
  readonly label: (isOwn: boolean) => string;
  readonly Content: ComponentType<TabProps>;
}

/** The tabs of the page, in their order. */
export const profileTabs: readonly ProfileTabItem[] = [
  { name: 'Profile', label: (isOwn) => (isOwn ? 'My Profile' : 'Profile'), Content: ProfileTab },
  { name: 'Filters', label: () => 'Saved Searches', Content: SavedSearchesTab },
  { name: 'Columns', label: () => 'Default Export Columns', Content: DefaultColumnsTab },
];
