import type { ActivityType, Source, Stage } from '@readerlens/contract/vocabulary';
import type { Insertable } from 'kysely';
import { activityTypeCode, sourceCode, stageCode, statusCode } from '../../../activities/codes.ts';
import type { Database, Schema } from '../../../platform/db/index.ts';

/** An approved activity at noon of its day. */
export interface PlannedEngagement {
  readonly day: string;
  readonly organisation?: number | null;
  readonly reader?: number;
  readonly document?: number;
  readonly type?: ActivityType;
  readonly source?: Source;
  readonly stage?: Stage;
  readonly row?: Partial<Insertable<Schema['engagement']>>;
}

const rowsPerStatement = 1000;

/** Adds activities of a client. */
export const addEngagements = async (
  { kysely }: Database,
  client_id: number,
  engagements: readonly PlannedEngagement[],
): Promise<void> => {
  const rows = engagements.map((planned) => ({
    client_id,
    reader_id: planned.reader ?? 1,
    organisation_id: planned.organisation ?? null,
    document_id: planned.document ?? 1,
    occurred_at: `${planned.day}T12:00:00.000Z`,
    activity_type: activityTypeCode[planned.type ?? 'Engagement'],
    status: statusCode.Approved,
    source: sourceCode[planned.source ?? 'organic'],
    stage: stageCode[planned.stage ?? 'Early'],
    community_id: 1,
    ...planned.row,
  }));
  while (rows.length > 0)
    await kysely.insertInto('engagement').values(rows.splice(0, rowsPerStatement)).execute();
};
