import type { EngagementSelection } from './selection.ts';

/** The activities of a figure of marketing performance, and the day that it is read on. */
export interface MarketingSelection extends EngagementSelection {
  /** YYYY-MM-DD, UTC. */
  readonly today: string;
}
