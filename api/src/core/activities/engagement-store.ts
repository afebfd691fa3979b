import type { Stage } from '@readerlens/contract/vocabulary';
import type { EngagementSelection } from './selection.ts';

export interface Stats {
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

export interface MonthStageCount {
  /** The index of the month among `months`. */
  readonly bucket: number;
  /** Code of the stage. */
  readonly stage: number;
  readonly count: number;
}

/** A code or dimension id with its count; null is a missing value. */
export interface CodeCount {
  readonly code: number | null;
  readonly count: number;
}

/** Columns of the fact table to count by. */
export type CountedColumn =
  | 'source'
  | 'document_type_id'
  | 'stage'
  | 'community_id'
  | 'region_id'
  | 'content_type';

/** Current attributes of documents to count by. */
export type DocumentAttribute = 'document_type_id' | 'content_type' | 'community_id';

export interface DocumentRank {
  readonly id: number;
  readonly engagements: number;
  readonly readers: number;
  readonly name: string;
  /** Without ids of other systems. */
  readonly blindedName: string;
  readonly url: string | null;
  readonly documentTypeId: number | null;
  readonly contentType: number;
  readonly stage: Stage | null;
}

/** `age` is the number of the given days on or before the document's publication date; null when unknown. */
export interface StageAgeCount {
  readonly stage: Stage | null;
  readonly age: number | null;
  readonly count: number;
}

/** Ranks documents by all engagements or by distinct readers. */
export type RankBy = 'engagements' | 'readers';

/**
 * Counts activities. All dashboard queries use this interface, with one round trip per call, so that another
 * engine can replace PostgreSQL without changing any route. Counts are exact.
 */
export interface EngagementStore {
  stats(selection: EngagementSelection): Promise<Stats>;
  /** Counts by month and sequence; `months` are the first instants of the requested months, in order. */
  byMonth(selection: EngagementSelection, months: readonly string[]): Promise<MonthCount[]>;
  /** Distinct readers by month and sequence. */
  readersByMonth(selection: EngagementSelection, months: readonly string[]): Promise<MonthCount[]>;
  /** Counts by month and stage of the buyer's journey. */
  stagesByMonth(selection: EngagementSelection, months: readonly string[]): Promise<MonthStageCount[]>;
  byColumn(selection: EngagementSelection, column: CountedColumn): Promise<CodeCount[]>;
  readersByColumn(selection: EngagementSelection, column: CountedColumn): Promise<CodeCount[]>;
  /** The top documents, highest count first; ties are sorted by id. */
  topDocuments(selection: EngagementSelection, by: RankBy, size: number): Promise<DocumentRank[]>;
  /** Distinct documents with an activity; the same number as in `stats`. */
  engagedDocuments(selection: EngagementSelection): Promise<number>;
  /** Engaged documents by an attribute. */
  documentsBy(selection: EngagementSelection, attribute: DocumentAttribute): Promise<CodeCount[]>;
  /** Engaged documents by stage and by their age on the last day of the range. */
  documentsByStageAndAge(selection: EngagementSelection): Promise<StageAgeCount[]>;
  /** Documents of the clients in the communities, engaged or not, plus all other engaged documents: never fewer than the engaged ones. */
  availableDocuments(selection: EngagementSelection): Promise<number>;
}
