import type { ComponentType } from 'react';
import type { Role } from '@readerlens/contract/vocabulary';
import { isStaff } from '@readerlens/contract/vocabulary';
import { ActivityReportsTab } from '../activity-reports/activity-reports.tab.tsx';
import { DefaultColumnsTab } from '../columns/default-columns.tab.tsx';
import type { TabProps } from '../person/tab-props.ts';
import { SavedSearchesTab } from '../saved-searches/saved-searches.tab.tsx';
import { ProfileTab } from './profile-tab.tsx';
import type { TabName } from './tab-names.ts';

export interface ProfileTabItem {
  readonly name: TabName;
  readonly label: (isOwn: boolean) => string;
  readonly Content: ComponentType<TabProps>;
  readonly staffOnly?: boolean;
}

const tabs: readonly ProfileTabItem[] = [
  { name: 'Profile', label: (isOwn) => (isOwn ? 'My Profile' : 'Profile'), Content: ProfileTab },
  { name: 'Filters', label: () => 'Saved Searches', Content: SavedSearchesTab },
  { name: 'Columns', label: () => 'Default Export Columns', Content: DefaultColumnsTab },
  {
    name: 'ActivityReports',
    label: () => 'Setup Activity Reports',
    Content: ActivityReportsTab,
    staffOnly: true,
  },
];

/** The tabs of the page for a person, in their order. */
export const listProfileTabs = (role: Role | undefined): readonly ProfileTabItem[] =>
  tabs.filter(({ staffOnly }) => !staffOnly || (role !== undefined && isStaff(role)));
