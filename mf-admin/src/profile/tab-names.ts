/** The tabs by the values of `active` in the URL; each can also be given by its index. */
const tabNames = ['Profile', 'Filters', 'Columns', 'ActivityReports'] as const;
export type TabName = (typeof tabNames)[number];

/** The tab of a value of `active`: its name in any case, or its index. Unknown values and missing tabs are the first. */
export const findTabName = (active: string | null, tabs: readonly { readonly name: TabName }[]): TabName => {
  const text = (active ?? '').trim().toLowerCase();
  const name = tabNames.find((one, index) => one.toLowerCase() === text || String(index) === text);
  return tabs.find((tab) => tab.name === name)?.name ?? 'Profile';
};
