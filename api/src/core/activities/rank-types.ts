/** An organization at the time of the activities. */
export interface OrganisationRank {
  readonly id: number;
  readonly engagements: number;
  readonly readers: number;
  /** By engagements, then by readers and id; no two have the same. */
  readonly rank: number;
  readonly name: string;
  readonly website: string | null;
  readonly orgTypes: readonly string[] | null;
}

export interface OrganisationSummary {
  readonly organisations: number;
  readonly readers: number;
  readonly initial: number;
  readonly subsequent: number;
  /** Activities of readers who had no organization. */
  readonly withoutOrganisation: number;
}

export interface TypeCount {
  readonly type: string | null;
  readonly count: number;
}

export interface TypeRank {
  /** null for all organizations. */
  readonly type: string | null;
  readonly rank: number;
  readonly size: number;
}

export interface SimilarOrganisation {
  readonly id: number;
  readonly name: string;
  readonly shared: number;
  readonly documents: number;
  readonly engagements: number;
}

export interface ReaderRank {
  readonly id: number;
  readonly engagements: number;
  readonly documents: number;
  /** By engagements, then by documents and id; no two have the same. */
  readonly rank: number;
  readonly lastAt: Date;
}

export interface RankOrder<Field> {
  readonly field: Field;
  readonly descending: boolean;
  readonly blinded: boolean;
}

export interface RankPage {
  /** null for all. */
  readonly size: number | null;
  readonly offset: number;
}
