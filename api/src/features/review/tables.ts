import type { Generated, GeneratedAlways } from 'kysely';
import type { ReviewDecisionAction } from '@readerlens/contract';
import type { GeneratedTimestamp, Json, Timestamp } from '../../platform/db/column-types.ts';

interface ReviewDecisionTable {
  id: GeneratedAlways<number>;
  at: GeneratedTimestamp;
  user_id: number;
  impersonator_id: number | null;
  action: ReviewDecisionAction;
  selection: Json;
  activities: Generated<number>;
  emails_excluded: Generated<number>;
  reversed_at: Timestamp | null;
  reversed_by: number | null;
  reversed_through: number | null;
}

interface ReviewDecisionActivityTable {
  id: GeneratedAlways<number>;
  decision_id: number;
  client_id: number;
  engagement_id: number;
  is_taken_along: boolean;
  status_before: number;
  reject_reason_before: number | null;
  approved_at_before: Timestamp | null;
  status_after: number;
}

interface ExcludedEmailTable {
  email: string;
  decision_id: number;
}

declare module '../../platform/db/schema.ts' {
  interface Schema {
    review_decision: ReviewDecisionTable;
    review_decision_activity: ReviewDecisionActivityTable;
    excluded_email: ExcludedEmailTable;
  }
}
