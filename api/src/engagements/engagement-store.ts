import type { Stage } from '@readerlens/contract/vocabulary';
import type { EngagementSelection } from './selection.ts';

export interface Totals {
  readonly engagements: number;
  readonly readers: number;
  readonly documents: number;
}

/** `bucket` is the index of the month among `months`. */
export interface MonthCount {
  readonly bucket: number;
  readonly sequence: number;
  readonly count: number;
}

/** A code or dimension id and how often it occurs; null is a missing value. */
export interface CodeCount {
  readonly code: number | null;
  readonly count: number;
}

/** Columns of the fact that activities are counted by. */
export type CountedColumn =
  | 'source'
  | 'document_type_id'
  | 'stage'
  | 'community_id'
  | 'region_id'
  | 'content_type';

/** Attributes that documents are counted by, as they are today. */
export type DocumentAttribute = 'document_type_id' | 'content_type' | 'community_id';

export interface DocumentRank {
  readonly id: number;
  readonly engagements: number;
  readonly readers: number;
  readonly title: string | null;
  readonly externalId: string | null;
  readonly url: string | null;
  readonly documentTypeId: number | null;
  readonly contentType: number;
  readonly stage: Stage | null;
}

/** `age` is the number of the given days that the document was published on or after; null when unknown. */
export interface StageAgeCount {
  readonly stage: Stage | null;
  readonly age: number | null;
  readonly count: number;
}

/** Ranks documents by all engagements, or by different readers. */
export type RankBy = 'engagements' | 'readers';

/**
 * Counts over activities. Everything a dashboard asks goes through here, one round trip per call, so that another
 * engine can take the place of PostgreSQL without a change to any route. Counts are exact.
 */
export interface EngagementStore {
  totals(selection: EngagementSelection): Promise<Totals>;
  /** Counts by month and sequence; `months` are the first instants of the months asked for, in order. */
  byMonth(selection: EngagementSelection, months: readonly string[]): Promise<MonthCount[]>;
  /** Different readers by month and sequence. */
  readersByMonth(selection: EngagementSelection, months: readonly string[]): Promise<MonthCount[]>;
  byColumn(selection: EngagementSelection, column: CountedColumn): Promise<CodeCount[]>;
  readersByColumn(selection: EngagementSelection, column: CountedColumn): Promise<CodeCount[]>;
  /** The documents that lead, most first; equal ones by their id. */
  topDocuments(selection: EngagementSelection, by: RankBy, size: number): Promise<DocumentRank[]>;
  /** Different documents with an activity. */
  engagedDocuments(selection: EngagementSelection, options: { activeOnly: boolean }): Promise<number>;
  /** Engaged documents by an attribute. */
  documentsBy(selection: EngagementSelection, attribute: DocumentAttribute): Promise<CodeCount[]>;
  /** Engaged documents by stage and age; `days` are in order, oldest first. */
  documentsByStageAndAge(selection: EngagementSelection, days: readonly string[]): Promise<StageAgeCount[]>;
  /** Documents that the clients have in the communities, engaged or not, and whatever else was engaged: never fewer than engaged ones. */
  availableDocuments(selection: EngagementSelection): Promise<number>;
}
