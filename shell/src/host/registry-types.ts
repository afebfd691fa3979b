export type {
  AccessRule,
  AreaEntry,
  AreaNavigation,
  AreaRoute,
  AreaVersion,
  Registry,
} from '@readerlens/contract/registry';
