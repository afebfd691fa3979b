// Defines what the evaluation of slots works with.
import type { AggField, AlertAudit, AlertRule, RunOutcome } from '@readerlens/contract';

/** Half-open; empty if both instants are the same. */
export interface Window {
  readonly from: Date;
  readonly to: Date;
}

export interface Windows {
  readonly current: Window;
  /** What the current window is compared with; null for alerts that compare nothing. */
  readonly baseline: Window | null;
}

/** What an alert fires on, as activated or last edited. */
export interface AlertDefinition {
  readonly rule: AlertRule;
  /** IANA name. */
  readonly timeZone: string;
  /** Raised by each activation, and by each edit of the rule, the filters or the time zone. */
  readonly version: number;
  /** When this version was activated. Earlier activities are not reported one by one. */
  readonly since: Date;
}

/** A reader or an organization at a client: every client is evaluated separately. */
export interface Entity {
  readonly clientId: number;
  readonly entityId: number;
}

/** The key is equal for the same entity at the same client. */
export const buildEntityKey = ({ clientId, entityId }: Entity): string => `${clientId}-${entityId}`;

/** The direction of a change; null without a change, and for alerts that compare nothing. */
export type Direction = 'Positive' | 'Negative' | null;

/** The latest notification about an entity, while it can prevent another one. */
export interface Notified extends Entity {
  readonly direction: Direction;
  /** The date of its slot. */
  readonly on: string;
  /** Whether the rule did not hold at a later slot. */
  readonly hasCleared: boolean;
}

/** What a run leaves for the next one. Plain data. */
export interface AlertState {
  /** Of the definition. */
  readonly version: number;
  /** The latest completed cut-off. */
  readonly cursor: Date;
  readonly notified: readonly Notified[];
}

/** A counted activity, at the time from which it counts. */
export interface AlertActivity {
  readonly clientId: number;
  readonly id: number;
  readonly availableAt: Date;
  readonly readerId: number;
  /** At the time of the activity. */
  readonly organisationId: number | null;
}

export interface Count {
  readonly activities: number;
  /** Different readers. */
  readonly readers: number;
}

export interface EntityCounts extends Entity {
  readonly current: Count;
  readonly baseline: Count;
  /** Activities since the notification in the plan; 0 without one. */
  readonly sinceNotified: number;
}

/** The evaluation of a slot before its facts are read: says what to read. */
export interface SlotPlan {
  readonly definition: AlertDefinition;
  /** Of the slot. */
  readonly date: string;
  /** Left by the slot before. */
  readonly state: AlertState;
  readonly windows: Windows;
  /** Whose activities are counted; null for the activities themselves. */
  readonly by: AggField | null;
  /** Entities whose new activities are counted: from the cut-off of their notification until that of the slot. */
  readonly notified: readonly (Entity & { readonly from: Date })[];
}

/**
 * What was read for a plan. Entities may be missing that have no activity in the windows, or that are below the minimum
 * count of a Series alert.
 */
export interface AlertFacts {
  /** Of a Specific alert, in its window. */
  readonly activities: readonly AlertActivity[];
  readonly counts: readonly EntityCounts[];
  /** When the first activity of each client became available, whatever the filters; for alerts that compare. */
  readonly historySince: ReadonlyMap<number, Date>;
}
export const noFacts: AlertFacts = { activities: [], counts: [], historySince: new Map() };

/** The result for an entity with everything that explains it. */
export interface EntityResult extends EntityCounts {
  readonly outcome: RunOutcome;
  /** What the baseline promises for the current window; null for alerts that compare nothing. */
  readonly expected: number | null;
  /** Of the current count against the expected one; null if nothing is expected. */
  readonly changePercent: number | null;
  readonly direction: Direction;
  /** The date of the previous notification in this direction that still counts. */
  readonly notifiedOn: string | null;
}

export interface Evaluation {
  readonly plan: SlotPlan;
  /** The activities that a Specific alert reports. */
  readonly activities: readonly AlertActivity[];
  /** The entities of the other types, by client and id. */
  readonly entities: readonly EntityResult[];
  /** Clients that were skipped because their data starts after the baseline does. */
  readonly incompleteClients: readonly number[];
  /** For the next slot. */
  readonly state: AlertState;
}

/** What the words need to know about an entity. */
export type Explained = Pick<
  EntityResult,
  'outcome' | 'current' | 'baseline' | 'expected' | 'changePercent' | 'direction' | 'notifiedOn'
>;

/** What differs between the types of alerts. */
export interface TypeRules<Rule = AlertRule> {
  plan(
    rule: Rule,
    slot: { readonly date: string; readonly timeZone: string; readonly state: AlertState },
  ): Pick<SlotPlan, 'windows' | 'by' | 'notified'>;
  evaluate(
    rule: Rule,
    plan: SlotPlan,
    facts: AlertFacts,
  ): Pick<Evaluation, 'activities' | 'entities' | 'incompleteClients'> & Pick<AlertState, 'notified'>;
  /** Returns the entry of a run in the server log. */
  audit(rule: Rule): AlertAudit;
  /** A run that reports something. */
  runInWords(rule: Rule, totalMatched: number): string;
  /** Says why an entity was reported or not. */
  why(rule: Rule, entity: Explained): string;
  /** Says what the file of a run lists besides the current activities of what was reported; null if nothing. */
  fileNote(rule: Rule, reported: readonly Pick<EntityResult, 'current'>[]): string | null;
}
