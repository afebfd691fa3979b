import type { OrgSortField, ReaderSortField } from '@readerlens/contract/most-active';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

export interface RankOrder<Field> {
  readonly field: Field;
  readonly descending: boolean;
  /** A name is then sorted by its pseudonym: the order of the real ones would reveal something about them. */
  readonly blinded: boolean;
}

/** What the figures of a previous period are compared by. */
export interface Place {
  readonly id: number;
  readonly engagements: number;
  /** By engagements, then by another count and the id; no two have the same. */
  readonly rank: number;
}

export interface PreviousFigures {
  /** null without engagements. */
  readonly previousRank: number | null;
  readonly previousActivities: number;
  readonly isNew: boolean;
}

/** The figures of the previous period of a row; none without a comparison. */
export const compareWith = (places: readonly Place[] | undefined) => {
  const byId = new Map(places?.map((place) => [place.id, place]));
  return (id: number): Partial<PreviousFigures> => {
    const before = byId.get(id);
    return places
      ? {
          previousRank: before?.rank ?? null,
          previousActivities: before?.engagements ?? 0,
          isNew: before === undefined,
        }
      : {};
  };
};

const textFields: ReadonlySet<string> = new Set<OrgSortField | ReaderSortField>([
  'orgName',
  'name',
  'jobTitle',
]);

export interface RankSort<Field> {
  readonly field: Field;
  readonly order?: 'asc' | 'desc';
}

/** The order of organizations or readers. By default texts ascend, and figures descend. */
export const parseRankOrder = <Field extends string>(
  { field, order = textFields.has(field) ? 'asc' : 'desc' }: RankSort<Field>,
  { blinded }: { readonly blinded: boolean },
): RankOrder<Field> => ({ field, descending: order === 'desc', blinded });

export const direction = ({ descending }: { readonly descending: boolean }): RawBuilder<unknown> =>
  descending ? sql`DESC` : sql`ASC`;
