import { satisfies } from '@readerlens/auth';
import type { TokenClaims } from '@readerlens/auth';
import type {
  AreaEntry,
  AreaNavigation,
  AreaRoute,
  NavigationBadge,
  Registry,
} from '@readerlens/contract/registry';
import type { FeatureFlags, ProductFeature } from '@readerlens/contract/vocabulary';

export interface NavItem {
  label: string;
  to: string;
  icon: string | undefined;
  /** Why the link is disabled; the entry is still shown. */
  disabledReason?: string;
  /** Only for an entry that the viewer may use. */
  badge?: NavigationBadge;
}

export interface NavGroup {
  name: string;
  items: NavItem[];
  /** Groups inside it: 'Tactic Activity' in 'Marketing Performance'. */
  groups: NavGroup[];
}

/** The order of the sidebar's groups; others follow in registry order. 'Admin' belongs to the admin menu. */
const order = ['Analytics', 'Marketing Performance', 'Alerts'];
export const adminGroup = 'Admin';

/** Menu entries of the shell's own pages, in the form that areas use. */
export const shellPages: Pick<AreaEntry, 'navigation'> = {
  navigation: [
    {
      group: adminGroup,
      label: 'Area Health',
      to: '/admin/area-health',
      icon: 'Activity',
      order: 90,
      access: { role: 'Internal' },
    },
    {
      group: adminGroup,
      label: 'Operations',
      to: '/admin/operations',
      icon: 'ClipboardList',
      order: 91,
      access: { role: 'Internal' },
    },
  ],
};

interface Viewer {
  claims: TokenClaims | undefined;
  features: FeatureFlags;
  /** The reason shown on a disabled entry when the user lacks the permission. */
  notIncluded: string;
}

/** Sold separately, so every user sees that it exists. Entries of any other disabled feature are left out. */
const paidFeature: ProductFeature = 'marketingPerformance';

/**
 * One entry for a viewer, or undefined if it is not offered. An entry of the paid feature is shown to every user:
 * without the flag or the permission its link is disabled, because following it would end the session.
 */
const itemFor = (entry: AreaNavigation, { claims, features, notIncluded }: Viewer): NavItem | undefined => {
  const item = { label: entry.label, to: entry.to, icon: entry.icon };
  const usable = { ...item, ...(entry.badge ? { badge: entry.badge } : {}) };
  const allowed = satisfies(claims, entry.access);
  const on = !entry.feature || features[entry.feature];
  if (entry.feature !== paidFeature) return on && allowed ? usable : undefined;
  if (!on) return { ...item, disabledReason: 'Not available' };
  return allowed ? usable : { ...item, disabledReason: notIncluded };
};

const groupNamed = (groups: NavGroup[], name: string): NavGroup => {
  const found = groups.find((group) => group.name === name);
  if (found) return found;
  const created = { name, items: [], groups: [] };
  groups.push(created);
  return created;
};

const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);

/** The areas' menu entries for a viewer, grouped: 'A/B' is group B inside group A. Empty groups are left out. */
export const navGroups = (
  { areas }: { areas: readonly Pick<AreaEntry, 'navigation'>[] },
  viewer: Viewer,
): NavGroup[] => {
  const groups: NavGroup[] = [];
  const entries = areas.flatMap((area) => area.navigation).sort((a, b) => a.order - b.order);
  for (const entry of entries) {
    const item = itemFor(entry, viewer);
    if (!item) continue;
    const [first = entry.group, second] = entry.group.split('/');
    const parent = groupNamed(groups, first);
    (second ? groupNamed(parent.groups, second) : parent).items.push(item);
  }
  return groups.sort((a, b) => rank(a.name) - rank(b.name));
};

/** All entries of a group and of those inside it. */
export const listItems = (group: NavGroup): NavItem[] => [...group.items, ...group.groups.flatMap(listItems)];

const isAtOrBelow = (pathname: string, to: string) => pathname === to || pathname.startsWith(`${to}/`);

/**
 * Whether a page is turned off with its feature: its route names the feature, or it is the page of an entry of the paid
 * feature, or below such a page.
 */
export const isTurnedOff = (
  registry: Registry,
  { route, pathname }: { route: AreaRoute; pathname: string },
  features: FeatureFlags,
): boolean =>
  (route.feature !== undefined && !features[route.feature]) ||
  (!features[paidFeature] &&
    registry.areas
      .flatMap((area) => area.navigation)
      .some(({ feature, to }) => feature === paidFeature && isAtOrBelow(pathname, to.split(/[?#]/)[0]!)));
