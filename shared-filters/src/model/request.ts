import type { ActivityType } from '@readerlens/contract/vocabulary';
import type { Filter, FilterModel } from './kinds.ts';

/** The part of a call's body that a model stands for; no activity types means all, and is left out. */
export const toRequest = ({
  filters,
  indices,
}: FilterModel): { filters: Filter[]; activityTypes?: ActivityType[] } => ({
  filters: [...filters],
  ...(indices.length > 0 ? { activityTypes: [...indices] } : {}),
});
